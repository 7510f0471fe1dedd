// Package bench holds what measurements are made on: workloads and the corpus,
// and how their targets are told apart. README.md states the method.
//
// The benchmarks of this package measure robotrie alone:
//
//	go test ./bench -run '^$' -bench .
//
// Package bench/peers runs the same benchmarks, named alike, over rivals, and
// bench/report measures them side by side and draws the plots.
package bench
