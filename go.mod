module github.com/robotrie/robotrie

go 1.26
