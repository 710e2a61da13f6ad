package cluster

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dovetail/search/run"
)

// alone are questions that other machines are not asked for, and why.
var alone = map[string]string{
	"dovetail/search/rank.minimal": "its candidates are known only where those of shorter words are",
}

// tree reads packages of this module, with what they import as compiled.
type tree struct {
	files  *token.FileSet
	lists  []source
	export types.Importer
}

// source is a package of the module, as go list describes it.
type source struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	DepOnly                 bool
}

func newTree(t *testing.T, patterns ...string) tree {
	list := exec.Command("go", append([]string{"list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,DepOnly"}, patterns...)...)
	list.Stderr = os.Stderr
	out, err := list.StdoutPipe()
	if err == nil {
		err = list.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	tr := tree{files: token.NewFileSet()}
	compiled := map[string]string{}
	for dec := json.NewDecoder(out); ; {
		var p source
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		compiled[p.ImportPath] = p.Export
		if !p.DepOnly {
			tr.lists = append(tr.lists, p)
		}
	}
	if err := list.Wait(); err != nil {
		t.Fatal(err)
	}
	tr.export = importer.ForCompiler(tr.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(compiled[path]) })
	return tr
}

func (tr tree) check(t *testing.T, p source) (*types.Package, *types.Info, []*ast.File) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(tr.files, filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	pkg, err := (&types.Config{Importer: tr.export}).Check(p.ImportPath, tr.files, files, info)
	if err != nil {
		t.Fatal(err)
	}
	return pkg, info, files
}

// Every type of question in the tree is one that workers can make jobs of, so that no
// search is left to its owner by an oversight.
func TestEveryQuestionHasAKind(t *testing.T) {
	tr := newTree(t, "dovetail/search/...")
	shared, posed, joined := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, p := range tr.lists {
		pkg, info, files := tr.check(t, p)
		for _, name := range pkg.Scope().Names() {
			if o, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && isQuestion(o.Type()) {
				posed[p.ImportPath+"."+name] = true
			}
		}
		for _, f := range files {
			for value := range kindsOf(f) {
				shared[types.TypeString(info.Types[value].Type, nil)] = true
			}
		}
		for id, o := range info.Uses {
			if strings.HasSuffix(tr.files.File(id.Pos()).Name(), "questions/questions.go") && id.Name == "Kinds" {
				joined[o.Pkg().Path()] = true
			}
		}
	}
	if len(posed) < 10 || len(shared) < 10 || len(joined) < 5 {
		t.Fatalf("%d questions, %d of a kind, in %d packages: the test reads too little", len(posed), len(shared), len(joined))
	}
	for _, name := range slices.Sorted(maps.Keys(posed)) {
		of := name[:strings.LastIndex(name, ".")]
		switch _, excused := alone[name]; {
		case excused && shared[name]:
			t.Errorf("%s is shared, and on the list of those that are not", name)
		case excused:
		case !shared[name]:
			t.Errorf("%s is in no Kinds: workers cannot help with it", name)
		case !joined[of]:
			t.Errorf("%s: search/questions leaves out the Kinds of its package", name)
		}
	}
	for name := range alone {
		if !posed[name] {
			t.Errorf("%s is no question", name)
		}
	}
}

// isQuestion reports whether a type has Name and Job as run.Question wants them, and is
// not itself a job with its question in it.
func isQuestion(of types.Type) bool {
	if types.IsInterface(of) {
		return false
	}
	result := func(of types.Type, name string, count int) types.Type {
		o, _, _ := types.LookupFieldOrMethod(of, true, nil, name)
		f, ok := o.(*types.Func)
		if !ok || f.Signature().Params().Len() > 0 || f.Signature().Results().Len() != count {
			return nil
		}
		return f.Signature().Results().At(0).Type()
	}
	name, job := result(of, "Name", 1), result(of, "Job", 2)
	return name != nil && types.Identical(name, types.Typ[types.String]) &&
		job != nil && result(job, "Roots", 2) != nil && result(of, "Roots", 2) == nil
}

// kindsOf are the questions of a file's variable Kinds.
func kindsOf(f *ast.File) map[ast.Expr]bool {
	of := map[ast.Expr]bool{}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if v.Names[0].Name != "Kinds" {
				continue
			}
			ast.Inspect(v, func(n ast.Node) bool {
				if c, ok := n.(*ast.CallExpr); ok && len(c.Args) == 1 {
					of[c.Args[0]] = true
				}
				return true
			})
		}
	}
	return of
}

// A question that has no kind is refused, and not left to its owner without a word.
func TestUnknownQuestionIsRefused(t *testing.T) {
	_, err := New(Options{}).Post(t.Context(), run.Posted{Params: map[string]string{"job": "none"}})
	if err == nil || !strings.Contains(err.Error(), "none is not a search that this program can share") {
		t.Error(err)
	}
}
