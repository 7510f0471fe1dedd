package peers

import (
	"github.com/dgryski/go-farm"
	"github.com/robotrie/robotrie"
	"github.com/temoto/robotstxt"
)

// A Checker answers for one crawler on one host.
type Checker interface {
	// Allowed takes a canonical path. It is called as often as the clock
	// needs, so it must not cache answers.
	Allowed(path string) bool
}

// A Peer is one library or design.
type Peer struct {
	Name string
	// Compile prepares a body for an agent. An error means that the peer
	// refuses the body; it is then left out for that host, and counted.
	Compile func(body []byte, agent string) (Checker, error)
	// Exact: its verdicts are robotrie's, for every canonical path. Where
	// false, how often they are is part of the report.
	Exact bool
	// Yardstick: it answers nothing, and is there for its time only.
	Yardstick bool
}

// The names of the peers.
const (
	Robotrie = "robotrie"
	Farm     = "farm"
	Linear   = "linear"
	Linear8  = "linear8"
	Regexp   = "regexp"
	Temoto   = "temoto"
)

// All lists the peers: ours first, then the yardstick, then rivals from the
// nearest to the farthest.
func All() []Peer {
	return []Peer{
		{Name: Robotrie, Exact: true, Compile: compileRobotrie},
		{Name: Farm, Yardstick: true, Compile: compileFarm},
		{Name: Linear, Exact: true, Compile: compileLinear},
		{Name: Linear8, Exact: true, Compile: compileLinear8},
		{Name: Regexp, Exact: true, Compile: compileRegexp},
		{Name: Temoto, Compile: compileTemoto},
	}
}

func compileRobotrie(body []byte, agent string) (Checker, error) {
	return robotrie.Compile(body).Group(agent), nil
}

// farmHash looks at each octet of the path once and does nothing else: what a
// check must cost at least, if it must read all of the path.
type farmHash struct{}

func (farmHash) Allowed(path string) bool { return farm.Hash64([]byte(path))&1 == 0 }

func compileFarm([]byte, string) (Checker, error) { return farmHash{}, nil }

// temotoGroup is github.com/temoto/robotstxt as crawlers use it.
type temotoGroup struct{ group *robotstxt.Group }

func (g temotoGroup) Allowed(path string) bool { return g.group.Test(path) }

func compileTemoto(body []byte, agent string) (Checker, error) {
	data, err := robotstxt.FromBytes(body)
	if err != nil {
		return nil, err
	}
	return temotoGroup{data.FindGroup(agent)}, nil
}
