package main

import "sync/atomic"

// ordered runs a job through three stages: fill reads it, on one goroutine; work computes it, on several; drain
// writes it out, on the caller's goroutine and in the order in which jobs were filled.
//
// A fixed number of jobs circulates, each with its own buffers, so memory does not depend on the length of the input,
// and a slow reader of the output slows the rest down.
//
//	fill ─► todo ─► work (n goroutines) ─┐
//	  └───► order ──────────────────────►┴─► drain ─► back to fill
//
// fill reports false at the end of the input or with an error. An error of fill is returned after what was filled
// before it has been drained; an error of drain ends everything at once.
func ordered[J any](workers int, fill func(*J) (bool, error), work func(*J), drain func(*J) error) error {
	type slot struct {
		job  J
		done chan struct{}
	}
	depth := 2*workers + 2
	free := make(chan *slot, depth)
	todo := make(chan *slot, depth)
	order := make(chan *slot, depth)
	for range depth {
		free <- &slot{done: make(chan struct{}, 1)}
	}

	// Why: on an error of drain the goroutines are told to stop but not waited for. fill may be waiting for standard
	// input, and nothing can call it back from there.
	var stopped atomic.Bool
	var fillErr error
	go func() {
		defer close(order)
		defer close(todo)
		for s := range free {
			if stopped.Load() {
				return
			}
			ok, err := fill(&s.job)
			if !ok {
				fillErr = err
				return
			}
			todo <- s
			order <- s
		}
	}()
	for range workers {
		go func() {
			for s := range todo {
				work(&s.job)
				s.done <- struct{}{}
			}
		}()
	}
	for s := range order {
		<-s.done
		if err := drain(&s.job); err != nil {
			stopped.Store(true)
			close(free)
			return err
		}
		free <- s
	}
	return fillErr
}
