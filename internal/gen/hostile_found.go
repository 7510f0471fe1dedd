package gen

// The shapes of this file were found by a search (bench/hostile -search), which
// changed recipes of the others until they cost more.

// found makes a shape of a recipe.
func found(recipe string) func(size int) File {
	r, err := ParseRecipe(recipe)
	if err != nil {
		panic(err) // in a constant of this file
	}
	return r.File
}

// lateEscapes: rules of ever more pieces, of which those at the end may fall
// into the path or into the query. A reading has one of these in the query, so
// it repeats all the pieces before, and the more of them the longer the rule.
var lateEscapes = found(`
line /*#(*z){+}*%2F
path /0123456789(z){1000}(%2F){300}
path /0123456789(z){1000}?(/){1000}`)

// mixedEscapes: eight pieces that may fall on either side, and eighty behind
// them that may not, but are repeated with them.
var mixedEscapes = found(`
line *#(*%2F){8}(*a){80}
path /0123456789(%2F){8}(a){2000}
path /0123456789?(/){8}(a){2000}
path /b0123456789(%2Fa){500}`)

// mergedLateEscapes: lateEscapes for three agents that each want a copy.
var mergedLateEscapes = found(`
agents merged
line /*#(*z){+}*%2F
path /0123456789(z){1000}(%2F){300}
path /0123456789(z){1000}?(/){1000}`)

// nestAtEveryStar: the pieces a, aa, aaa … behind three stars at once, and a
// chain that enters another star at every octet.
var nestAtEveryStar = found(`
once (*a){2200}
line *(a){+}
line *#*(a){+}
line /*(a){+}
path (a){2083}
path /0123456789(a){2083}`)

// blocksOfEscapes: one agent, a block for every rule, and every rule in two
// spellings.
var blocksOfEscapes = found(`
agents blocks
line *%2F
line *%2F#
path (/){2083}
path (%2F){700}
path /?(/){2083}`)

// mergedTriples: short rules of three pieces, all different, for three agents
// that each want a copy.
var mergedTriples = found(`
agents merged
line *x#*#a*#
path /(x1000){500}
path /(x1){1000}
path /(1a){1000}`)
