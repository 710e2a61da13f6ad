package markup

import (
	"fmt"
	"io"
	"reflect"
	"text/template/parse"
)

// execution is of one template, with the variables that are in force.
type execution struct {
	*Set
	w    io.Writer
	vars []variable
}

type variable struct {
	name string
	is   reflect.Value
}

func (e *execution) write(text string) {
	if _, err := io.WriteString(e.w, text); err != nil {
		panic(failure{err})
	}
}

// walk writes a node, where the dot is what it is.
func (e *execution) walk(dot reflect.Value, node parse.Node) {
	switch node := node.(type) {
	case *parse.ListNode:
		for _, n := range node.Nodes {
			e.walk(dot, n)
		}
	case *parse.TextNode:
		e.write(string(node.Text))
	case *parse.ActionNode:
		v := e.pipe(dot, node.Pipe)
		if len(node.Pipe.Decl) == 0 {
			e.write(e.spots[node].escape(v))
		}
	case *parse.IfNode:
		e.branch(dot, &node.BranchNode, func(reflect.Value) reflect.Value { return dot })
	case *parse.WithNode:
		e.branch(dot, &node.BranchNode, func(v reflect.Value) reflect.Value { return v })
	case *parse.RangeNode:
		e.loop(dot, node)
	case *parse.TemplateNode:
		within := reflect.Value{}
		if node.Pipe != nil {
			within = e.pipe(dot, node.Pipe)
		}
		e.execute(e.w, node.Name, within)
	case *parse.CommentNode:
	default:
		fail("%s is not for pages", node)
	}
}

// branch is {{if}} or {{with}}.
func (e *execution) branch(dot reflect.Value, node *parse.BranchNode, then func(reflect.Value) reflect.Value) {
	vars := len(e.vars)
	if v := e.pipe(dot, node.Pipe); truth(v) {
		e.walk(then(v), node.List)
	} else if node.ElseList != nil {
		e.walk(dot, node.ElseList)
	}
	e.vars = e.vars[:vars]
}

// loop is {{range}} over a list.
func (e *execution) loop(dot reflect.Value, node *parse.RangeNode) {
	vars := len(e.vars)
	list := plain(e.pipe(dot, node.Pipe))
	n := 0
	if list.IsValid() {
		if k := list.Kind(); k != reflect.Slice && k != reflect.Array {
			fail("%s is no list", node.Pipe)
		}
		n = list.Len()
	}
	for i := range n {
		item := list.Index(i)
		switch at := e.vars[len(e.vars)-len(node.Pipe.Decl):]; len(at) {
		case 1:
			at[0].is = item
		case 2:
			at[0].is, at[1].is = reflect.ValueOf(i), item
		}
		declared := len(e.vars)
		e.walk(item, node.List)
		e.vars = e.vars[:declared]
	}
	e.vars = e.vars[:vars]
	if n == 0 && node.ElseList != nil {
		e.walk(dot, node.ElseList)
	}
}

// pipe is the value of a pipeline, which its variables take.
func (e *execution) pipe(dot reflect.Value, pipe *parse.PipeNode) (v reflect.Value) {
	var last []reflect.Value
	for _, c := range pipe.Cmds {
		v = e.command(dot, c, last)
		last = []reflect.Value{v}
	}
	for _, d := range pipe.Decl {
		e.vars = append(e.vars, variable{d.Ident[0], v})
	}
	return v
}

// command is a value, or a function with its arguments, the last of which comes from the pipeline.
func (e *execution) command(dot reflect.Value, c *parse.CommandNode, last []reflect.Value) reflect.Value {
	if name, ok := c.Args[0].(*parse.IdentifierNode); ok {
		switch name.Ident {
		case "and", "or":
			return e.first(dot, c, name.Ident == "or")
		}
		return call(reflect.ValueOf(e.funcs[name.Ident]), e.all(dot, c.Args[1:], last))
	}
	return e.value(dot, c.Args[0], func() []reflect.Value { return e.all(dot, c.Args[1:], last) })
}

// first is the first argument that decides, or else the last.
func (e *execution) first(dot reflect.Value, c *parse.CommandNode, when bool) (v reflect.Value) {
	for _, a := range c.Args[1:] {
		if v = e.value(dot, a, nil); truth(v) == when {
			break
		}
	}
	return v
}

func (e *execution) all(dot reflect.Value, args []parse.Node, last []reflect.Value) (all []reflect.Value) {
	for _, a := range args {
		all = append(all, e.value(dot, a, nil))
	}
	return append(all, last...)
}

// value is that of an operand; args are of a method at its end.
func (e *execution) value(dot reflect.Value, node parse.Node, args func() []reflect.Value) reflect.Value {
	switch node := node.(type) {
	case *parse.DotNode:
		return dot
	case *parse.StringNode:
		return reflect.ValueOf(node.Text)
	case *parse.BoolNode:
		return reflect.ValueOf(node.True)
	case *parse.NumberNode:
		if node.IsInt {
			return reflect.ValueOf(int(node.Int64))
		}
		return reflect.ValueOf(node.Float64)
	case *parse.PipeNode:
		vars := len(e.vars)
		v := e.pipe(dot, node)
		e.vars = e.vars[:vars]
		return v
	case *parse.FieldNode:
		return chain(dot, node.Ident, args)
	case *parse.ChainNode:
		return chain(e.value(dot, node.Node, nil), node.Field, args)
	case *parse.VariableNode:
		for i := len(e.vars) - 1; i >= 0; i-- {
			if e.vars[i].name == node.Ident[0] {
				return chain(e.vars[i].is, node.Ident[1:], args)
			}
		}
	case *parse.IdentifierNode:
		return call(reflect.ValueOf(e.funcs[node.Ident]), nil)
	}
	fail("%s has no value", node)
	panic("not reached")
}

// chain is a field of a field of a value; the last may be a method with arguments.
func chain(v reflect.Value, names []string, args func() []reflect.Value) reflect.Value {
	for i, name := range names {
		var of []reflect.Value
		if i == len(names)-1 && args != nil {
			of = args()
		}
		v = field(v, name, of)
	}
	return v
}

// field is a method of a value with its arguments, a field of it, or what a map has under a name.
func field(v reflect.Value, name string, args []reflect.Value) reflect.Value {
	if v = outer(v); v.IsValid() && v.CanInterface() {
		if m, ok := v.Interface().(Methods); ok {
			if f := m.Method(name); f != nil {
				return call(reflect.ValueOf(f), args)
			}
		}
	}
	v = plain(v)
	if len(args) > 0 {
		fail("%s is no method", name)
	}
	switch v.Kind() {
	case reflect.Struct:
		if f, ok := v.Type().FieldByName(name); ok && f.IsExported() {
			return v.FieldByIndex(f.Index)
		}
	case reflect.Map:
		return v.MapIndex(reflect.ValueOf(name))
	}
	fail("there is no field or method %s", name)
	panic("not reached")
}

var errorType = reflect.TypeFor[error]()

// call calls a function of any arguments that fit; its second result is an error.
func call(f reflect.Value, args []reflect.Value) reflect.Value {
	t := f.Type()
	if n := t.NumIn(); len(args) < n-1 || len(args) != n && !t.IsVariadic() {
		fail("%d arguments for %s", len(args), t)
	}
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		want := t.In(min(i, t.NumIn()-1))
		if t.IsVariadic() && i >= t.NumIn()-1 {
			want = want.Elem()
		}
		in[i] = fitted(outer(a), want)
	}
	out := f.Call(in)
	if len(out) == 2 && t.Out(1) == errorType && !out[1].IsNil() {
		panic(failure{out[1].Interface().(error)})
	}
	return out[0]
}

// fitted is a value as a parameter takes it.
func fitted(v reflect.Value, want reflect.Type) reflect.Value {
	switch {
	case !v.IsValid():
		return reflect.Zero(want)
	case v.Type().AssignableTo(want):
		return v
	case v.CanInt() && (want.Kind() == reflect.Int || want.Kind() == reflect.Int64):
		return v.Convert(want)
	case v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Type().AssignableTo(want):
		return v.Elem()
	}
	fail("%s in the place of %s", v.Type(), want)
	panic("not reached")
}

// outer is what an interface holds.
func outer(v reflect.Value) reflect.Value {
	for v.IsValid() && v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// plain is what interfaces and pointers lead to.
func plain(v reflect.Value) reflect.Value {
	for v.IsValid() && (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) {
		v = v.Elem()
	}
	return v
}

// truth reports whether a value is not empty.
func truth(v reflect.Value) bool {
	if v = outer(v); !v.IsValid() {
		return false
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String, reflect.Array:
		return v.Len() > 0
	case reflect.Struct:
		return true
	}
	return !v.IsZero()
}

// builtins are the functions that text/template has by itself, as far as pages need them.
var builtins = Funcs{
	"not":    func(v any) bool { return !truth(reflect.ValueOf(v)) },
	"eq":     func(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) },
	"ne":     func(a, b any) bool { return fmt.Sprint(a) != fmt.Sprint(b) },
	"len":    func(v any) int { return plain(reflect.ValueOf(v)).Len() },
	"print":  fmt.Sprint,
	"printf": fmt.Sprintf,
}
