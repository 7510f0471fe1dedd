package robotrie

import "github.com/robotrie/robotrie/meaning"

// A Graph is an automaton that answers for a group, to be drawn: a path's octets
// lead from state to state, and the state in which it ends tells which rule
// decides. State 0 is that of the path "/".
type Graph struct {
	States []GraphState
	Edges  []GraphEdge
}

// A GraphState is a state of a Graph.
type GraphState struct {
	Allowed bool
	Rule    Rule // that decides for paths that end here, the zero Rule for none
	Final   bool // whatever follows, the same rule decides; no edges leave it
}

// A GraphEdge leads from one state to another, by their indices.
type GraphEdge struct {
	From, To int
	Label    string // octets and escapes, "other" for all that no other edge names
}

// Graph gives the smallest automaton that tells for every target which rule of
// the group decides. ok is false where that takes more than the given number of
// states, or where too many would have to be merged to find out.
func (g *Group) Graph(states int) (graph Graph, ok bool) {
	work := decidingWork
	set, rule := side{g, nil}.deciding(&work)
	built, ok := meaning.NewGraph(g.dialect().Form(), set, fingerprintLimits)
	if !ok || len(built.Nodes) > states {
		return Graph{}, false
	}
	for _, n := range built.Nodes {
		allowed := n.Pattern < 0 || set[n.Pattern].Allow
		graph.States = append(graph.States, GraphState{Allowed: allowed, Rule: rule(n.Pattern), Final: n.Final})
	}
	for _, e := range built.Edges {
		graph.Edges = append(graph.Edges, GraphEdge(e))
	}
	return graph, true
}
