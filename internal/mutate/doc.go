// Command mutate asks what the tests would notice. It changes a package in a
// thousand small ways, one at a time, and runs the tests on each: a change that
// no test notices (a survivor) is either code without a test, or code that
// makes no difference, and then SURVIVORS.md says why.
//
//	go run ./internal/mutate normalize                 all mutants of a package
//	go run ./internal/mutate -every 50 compile         every fiftieth
//	go run ./internal/mutate -again -slow normalize    those that survived last time, with slow tests, too
//	go run ./internal/mutate -only guard.go automaton     those whose names a regexp finds
//	go run ./internal/mutate -list automaton           what would be changed, without running anything
//
// Mutation tools usually write a changed file, compile and link, run, and start
// over: more than a second a mutant, of which this engine has thousands.
// Here all mutants are in one program (a mutant schema): each place that is to
// be changed asks a number, set from the environment when the program starts,
// whether the change is on. So a test binary is linked once, and a mutant costs
// what running the tests costs that kill it.
//
//	sites.go    which changes there are
//	rewrite.go  a package's source with all of them in it
//	schema.go   what the changed source calls
//	load.go     parsing and type-checking, before and after
//	binary.go   test binaries: built with an overlay, measured, cut into stages
//	run.go      mutants one after another, and who noticed
//	report.go   results, the score, and SURVIVORS.md
//
// Results are appended to a file as they come in, so that a run which was
// stopped goes on where it stood. Those of a source file are thrown away when it
// changes; -again keeps what was killed, and is for when a test was added.
//
// Go's other mutation tools were looked at: gremlins finishes fewer than a
// hundred mutants of normalize in a minute and a half, knows a fifth of the
// changes, and asks no tests but the package's own.
package main
