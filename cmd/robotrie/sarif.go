package main

import (
	"net/url"
	"slices"

	"github.com/robotrie/robotrie"
)

// A sarifLog is as much of SARIF 2.1.0 as findings need (OASIS standard, sections 3.13 to 3.30). The fields' names are
// the standard's.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool    sarifTool     `json:"tool"`
	Results []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID string `json:"id"`
}

type sarifResult struct {
	RuleID           string          `json:"ruleId"`
	RuleIndex        int             `json:"ruleIndex"`
	Level            string          `json:"level"`
	Message          sarifMessage    `json:"message"`
	Locations        []sarifLocation `json:"locations"`
	RelatedLocations []sarifLocation `json:"relatedLocations,omitempty"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifLocation struct {
	ID               int           `json:"id,omitempty"`
	PhysicalLocation sarifPhysical `json:"physicalLocation"`
	Message          *sarifMessage `json:"message,omitempty"`
}

type sarifPhysical struct {
	ArtifactLocation sarifArtifact `json:"artifactLocation"`
	Region           sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine int `json:"startLine"`
}

// sarifLevels are the standard's words for severities.
var sarifLevels = map[robotrie.Severity]string{robotrie.Info: "note", robotrie.Warning: "warning", robotrie.Error: "error"}

func newSarif(file string, found []robotrie.Finding) sarifLog {
	uri := (&url.URL{Path: file}).String()
	if file == "-" {
		uri = "robots.txt"
	}
	at := func(line int) sarifLocation {
		return sarifLocation{PhysicalLocation: sarifPhysical{sarifArtifact{uri}, sarifRegion{max(line, 1)}}}
	}
	rules := []sarifRule{}
	results := []sarifResult{}
	for _, f := range found {
		index := slices.IndexFunc(rules, func(r sarifRule) bool { return r.ID == string(f.Code) })
		if index < 0 {
			index = len(rules)
			rules = append(rules, sarifRule{string(f.Code)})
		}
		r := sarifResult{
			RuleID: string(f.Code), RuleIndex: index, Level: sarifLevels[f.Severity],
			Message: sarifMessage{f.Message}, Locations: []sarifLocation{at(f.Line)},
		}
		for i, line := range f.CoveredBy {
			related := at(line)
			related.ID, related.Message = i+1, &sarifMessage{"the rule that decides in its place"}
			r.RelatedLocations = append(r.RelatedLocations, related)
		}
		results = append(results, r)
	}
	driver := sarifDriver{Name: "robotrie", InformationURI: "https://github.com/robotrie/robotrie", Rules: rules}
	return sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{{Tool: sarifTool{driver}, Results: results}},
	}
}
