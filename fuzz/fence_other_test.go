//go:build !(linux || darwin)

package fuzz

func fenced(size int) []byte { return make([]byte, size) }
