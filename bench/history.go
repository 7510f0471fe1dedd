package bench

import (
	"encoding/base64"
	"encoding/json"
	"path/filepath"
)

// A HostHistory is the files that one host served over the months.
type HostHistory struct {
	Host     string
	Versions []HostVersion // the oldest first
}

// A HostVersion is the file of a month.
type HostVersion struct {
	Month string
	Body  []byte
}

// History gives the corpus's files of hosts that were fetched month by month.
func History() ([]HostHistory, error) {
	dir, err := CorpusDir()
	if err != nil {
		return nil, err
	}
	var hosts []HostHistory
	err = readLines(filepath.Join(dir, "robots", "history.jsonl.gz"), func(line []byte) (bool, error) {
		var r struct {
			Host     string
			Versions []struct {
				Month  string
				Body   string
				Body64 string `json:"body_b64"`
			}
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return false, err
		}
		h := HostHistory{Host: r.Host}
		for _, v := range r.Versions {
			body := []byte(v.Body)
			if v.Body64 != "" {
				var err error
				if body, err = base64.StdEncoding.DecodeString(v.Body64); err != nil {
					return false, err
				}
			}
			h.Versions = append(h.Versions, HostVersion{v.Month, body})
		}
		hosts = append(hosts, h)
		return true, nil
	})
	return hosts, err
}
