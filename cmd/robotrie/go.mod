module github.com/robotrie/robotrie/cmd/robotrie

go 1.26.0

require (
	github.com/alecthomas/kong v1.17.0
	github.com/emicklei/dot v1.6.2
	github.com/klauspost/compress v1.20.3
	github.com/robotrie/robotrie v0.0.0
	github.com/rogpeppe/go-internal v1.16.0
	github.com/schollz/progressbar/v3 v3.19.1
	github.com/stretchr/testify v1.12.1
	go.uber.org/goleak v1.3.0
	golang.org/x/term v0.47.0
)

require github.com/pquerna/cachecontrol v0.2.0 // indirect

require (
	github.com/dgryski/go-farm v0.0.0-20240924180020-3414d57e47da // indirect
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/robotrie/robotrie/access v0.0.0
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
)

replace github.com/robotrie/robotrie => ../..

replace github.com/robotrie/robotrie/access => ../../access
