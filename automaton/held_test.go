package automaton

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
)

// TestHeldCountsEverySlice: each that a builder keeps, with all its room.
func TestHeldCountsEverySlice(t *testing.T) {
	// What is not its own, what is counted elsewhere, and what is as small as a
	// path through the trie.
	others := map[string]bool{"text": true, "searchBuilder.items": true, "slots": true, "keys": true, "listBuilder.ranks": true, "listBuilder.entries": true}
	counted := 0
	var walk func(held func() int, v reflect.Value)
	walk = func(held func() int, v reflect.Value) {
		for i := range v.NumField() {
			// Fields are not exported.
			field := reflect.NewAt(v.Field(i).Type(), unsafe.Pointer(v.Field(i).UnsafeAddr())).Elem()
			name := v.Type().Field(i).Name
			switch {
			case field.Type() == reflect.TypeFor[Table]():
			case field.Kind() == reflect.Struct && field.Type().PkgPath() == v.Type().PkgPath():
				walk(held, field)
			case field.Kind() == reflect.Slice && !others[name] && !others[v.Type().Name()+"."+name]:
				before := held()
				kept := reflect.MakeSlice(field.Type(), 0, 1000)
				field.Set(kept)
				assert.EqualValues(t, 1000*field.Type().Elem().Size(), held()-before, "%s.%s", v.Type().Name(), name)
				counted++
			}
		}
	}
	b := &Builder{}
	walk(b.Held, reflect.ValueOf(b).Elem())
	assert.Equal(t, 3+9+10, counted)
}
