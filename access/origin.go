package access

import (
	"time"
	"unsafe"

	"github.com/robotrie/robotrie/access/policy"
)

// An origin is what is known of one: the policy's state, and by which body it
// goes.
type origin struct {
	state   policy.State
	body    sum    // of the good copy
	fileKey string // the good copy's key in memory; empty where there is none
}

// newOrigin makes an origin whose good copy, if any, is the file of a body.
func newOrigin(state policy.State, body *sum) *origin {
	o := &origin{state: state}
	if body != nil {
		o.body, o.fileKey = *body, fileKey(*body)
	}
	return o
}

func (o *origin) size() int {
	return int(unsafe.Sizeof(*o)) + len(o.fileKey) + len(o.state.URL)
}

// known is an origin with the file that belongs to it; file is nil where there
// is none or it has been evicted.
type known struct {
	*origin
	file *file
}

// usable reports whether there is an answer, fresh or not.
func (k known) usable() bool {
	return k.origin != nil && k.state.Applies != policy.Unknown && (k.state.Applies != policy.Rules || k.file != nil)
}

// lacks reports whether there should be a file, and is none.
func (k known) lacks() bool { return k.origin != nil && k.fileKey != "" && k.file == nil }

// before is the state that the policy is to go on from. It must not count on a
// copy that has been evicted.
func (k known) before() policy.State {
	if k.origin == nil {
		return policy.State{}
	}
	state := k.state
	if k.file == nil {
		state.GoodAt = time.Time{}
	}
	return state
}

// An age is what to do with something that is known.
type age uint8

const (
	fresh    age = iota // answer from it
	ripe                // answer from it, and ask the origin in the background
	standing            // its time is over: ask in the background, and answer from it until then
	expired             // ask before answering
)

// aheadPart is the part of a life, at its end, in which the first question has
// the origin asked again: the last tenth. An origin that is asked about more
// often than that is never waited for.
const aheadPart = 10

// ageOf says what to do with a state.
//
// Failures are never asked again ahead of their time, which may be the one that
// Retry-After names. On the other hand, what the policy lays down for a failing
// origin goes on for as long again as the wait was, while it is being asked:
// whoever has questions about a hanging origin shall not wait for each of its
// time-outs. After that the failure says too little about the present.
func ageOf(state policy.State, now time.Time) age {
	life := state.Ask.Sub(state.Asked)
	failing := !state.FailingSince.IsZero()
	switch {
	case !state.Fresh(now):
		if failing && state.Applies != policy.Unknown && !now.Before(state.Ask) && now.Before(state.Ask.Add(life)) {
			return standing
		}
		return expired
	case !failing && !now.Before(state.Ask.Add(-life/aheadPart)):
		return ripe
	default:
		return fresh
	}
}
