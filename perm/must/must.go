// Package must ends a test at what it cannot go on without.
package must

// TB is a test, also one of package rapid.
type TB interface {
	Helper()
	Fatal(args ...any)
}

// Have is a value that a test needs, as in must.Have(os.ReadFile(name))(t).
func Have[T any](value T, err error) func(TB) T {
	return func(t TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// Do is a step that must succeed.
func Do(t TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
