module github.com/robotrie/robotrie/access

go 1.26.0

require (
	github.com/pquerna/cachecontrol v0.2.0
	github.com/robotrie/robotrie v0.0.0
	github.com/stretchr/testify v1.12.1
	go.uber.org/goleak v1.3.0
	golang.org/x/net v0.62.0
)

require (
	github.com/dgryski/go-farm v0.0.0-20240924180020-3414d57e47da // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/robotrie/robotrie => ..
