package gen

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func recipe(t *testing.T, s string) Recipe {
	t.Helper()
	r, err := ParseRecipe(s)
	require.NoError(t, err)
	return r
}

func TestRecipeWritesFiles(t *testing.T) {
	f := recipe(t, "once /(*a){3}$\nline /*x#(b){+}\nline /@@\npath /(ab){2}c\npath (x){5000}\n").File(2048)
	lines := strings.Split(string(f.Body), "\n")
	assert.Equal(t, []string{"User-agent: *", "Disallow:/*a*a*a$", "Disallow:/*x0b"}, lines[:3])
	assert.Equal(t, "Disallow:/*x1bb", lines[4])
	assert.Regexp(t, `^Disallow:/[ab][ab]$`, lines[3])
	assert.LessOrEqual(t, len(f.Body), 2048)
	assert.Greater(t, len(f.Body), 1900)
	assert.Equal(t, []string{"/ababc", "/" + strings.Repeat("x", MaxTarget-1)}, f.Derived)
	assert.Equal(t, DefaultAgent, f.Agent)
}

func TestRecipeSpreadsRules(t *testing.T) {
	count := func(spread, s string) int {
		return strings.Count(string(recipe(t, "agents "+spread+"\nline /s#*t\n").File(20_000).Body), s)
	}
	assert.Equal(t, 1, count("everyone", "User-agent: *\n"))
	assert.Equal(t, 2, count("merged", "User-agent:botb\n"))
	assert.Greater(t, count("blocks", "User-agent:c\nDisallow:/s"), 400)
	assert.Greater(t, count("shared", "User-agent:bot"), 300)
	assert.Equal(t, 2, count("shared", "User-agent:bota\n"))
	assert.Equal(t, 2, count("shared", "User-agent:botba\n"))
	assert.Greater(t, count("shared", "Disallow:/s"), 500)
}

func TestRecipeRefusesWhatItCannotRead(t *testing.T) {
	for _, s := range []string{"agents nobody", "rule /a", "line /(a", "line /(a){b}", "line /(a){3", "line /(a)*", "path"} {
		_, err := ParseRecipe("line /ok\n" + s)
		if s == "path" { // an empty path is a path
			assert.NoError(t, err)
			continue
		}
		assert.ErrorContains(t, err, "line 2", s)
	}
}

// Whatever comes of changing a recipe can be written down and read again, is
// within the size asked for, and is the same whenever the same is chosen.
func TestMutatedRecipes(t *testing.T) {
	start := recipe(t, "agents merged\nonce /(*a){9}*z\nline /*b*(a){+}*z\npath /zb(a){1000}c\n")
	walk := func(seed uint64) []string {
		c, r := New(seed), start
		var all []string
		for i := range 300 {
			if i%50 == 49 {
				r = r.Cross(c, start)
			} else {
				r = r.Mutate(c)
			}
			all = append(all, r.String())
			if i%10 > 0 {
				continue
			}
			again := recipe(t, r.String())
			f := r.File(4096)
			require.Equal(t, f, again.File(4096), r.String())
			require.LessOrEqual(t, len(f.Body), 4096, r.String())
			require.NotEmpty(t, f.Derived)
			for _, path := range f.Derived {
				require.LessOrEqual(t, len(path), MaxTarget)
				require.Equal(t, byte('/'), path[0])
			}
		}
		return all
	}
	for seed := range uint64(5) {
		all := walk(seed)
		assert.Equal(t, all, walk(seed))
		distinct := map[string]bool{}
		for _, s := range all {
			distinct[s] = true
		}
		assert.Greater(t, len(distinct), 150)
	}
}

func TestSmallerRecipes(t *testing.T) {
	var got []string
	for _, r := range recipe(t, "agents merged\nonce /\nline (a){+}b\npath /(a){2}").Smaller() {
		got = append(got, strings.ReplaceAll(strings.TrimSpace(r.String()), "\n", "; "))
	}
	assert.Equal(t, []string{
		"once /; line (a){+}b; path /(a){2}",
		"agents merged; line (a){+}b; path /(a){2}",
		"agents merged; once /; line b; path /(a){2}",
		"agents merged; once /; line ab; path /(a){2}",
		"agents merged; once /; line (a){+}; path /(a){2}",
		"agents merged; once /; line (a){+}b; path (a){2}",
		"agents merged; once /; line (a){+}b; path /",
		"agents merged; once /; line (a){+}b; path /a",
	}, got)
}
