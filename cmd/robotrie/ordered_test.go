package main

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"go.uber.org/goleak"
)

type numberJob struct{ in, out int }

// TestOrdered holds that every job is drained once and in order, however long each takes.
func TestOrdered(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		const jobs = 500
		next, drained := 0, 0
		err := ordered(workers,
			func(j *numberJob) (bool, error) {
				j.in = next
				next++
				return j.in < jobs, nil
			},
			func(j *numberJob) {
				for range rand.IntN(20) {
					runtime.Gosched()
				}
				j.out = j.in * j.in
			},
			func(j *numberJob) error {
				assert.Equal(t, drained, j.in)
				assert.Equal(t, j.in*j.in, j.out)
				drained++
				return nil
			})
		assert.NoError(t, err)
		assert.Equal(t, jobs, drained)
	}
}

// TestOrderedFillFails holds that what was filled before an error is drained before the error is returned.
func TestOrderedFillFails(t *testing.T) {
	broken := errors.New("broken")
	next, drained := 0, 0
	err := ordered(3,
		func(j *numberJob) (bool, error) {
			next++
			if next > 40 {
				return false, broken
			}
			return true, nil
		},
		func(*numberJob) {},
		func(*numberJob) error { drained++; return nil })
	assert.Equal(t, broken, err)
	assert.Equal(t, 40, drained)
}

// TestOrderedDrainFails holds that an error of drain is returned at once, even while fill is waiting, and that no
// goroutine stays behind once fill returns.
func TestOrderedDrainFails(t *testing.T) {
	before := runtime.NumGoroutine()
	full := errors.New("full")
	release := make(chan struct{})
	var filled atomic.Int64
	err := ordered(2,
		func(*numberJob) (bool, error) {
			if filled.Add(1) > 1 {
				<-release
			}
			return true, nil
		},
		func(*numberJob) {},
		func(*numberJob) error { return full })
	assert.Equal(t, full, err)
	close(release)
	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before)
}

// TestOrderedLeavesNothingBehind: however it ends, its goroutines end, too. (A
// fill that never returns, as one that waits for standard input, is the
// caller's.)
func TestOrderedLeavesNothingBehind(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	broken := errors.New("broken")
	for _, end := range []string{"of input", "of fill", "of drain", "at once"} {
		next := 0
		err := ordered(3,
			func(*numberJob) (bool, error) {
				next++
				if end == "of fill" && next == 50 {
					return false, broken
				}
				return next < 200 && end != "at once", nil
			},
			func(*numberJob) {},
			func(*numberJob) error {
				if end == "of drain" {
					return broken
				}
				return nil
			})
		if end == "of fill" || end == "of drain" {
			assert.ErrorIs(t, err, broken, end)
		} else {
			assert.NoError(t, err, end)
		}
	}
}
