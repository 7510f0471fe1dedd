module github.com/robotrie/robotrie/access

go 1.26.0

require (
	github.com/pquerna/cachecontrol v0.2.0
	github.com/robotrie/robotrie v0.0.0
	github.com/stretchr/testify v1.12.1
	golang.org/x/net v0.62.0
)

replace github.com/robotrie/robotrie => ..
