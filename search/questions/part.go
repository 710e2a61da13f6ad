package questions

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"dovetail/results"
	"dovetail/results/stored"
	"dovetail/search/deals"
	"dovetail/search/laws"
	"dovetail/search/orders"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/topswops"
	"dovetail/search/trick"
)

// Part requests what one part of a divided search does. Its record has a form of its own, so that
// nobody takes a part for the whole: [Merge] answers the question from the states of all parts.
type Part struct {
	Whole results.Question
	Shard run.Shard
}

// partText is a Part in JSON.
type partText struct {
	Whole json.RawMessage `json:"whole"` // as results.Canonical writes it
	Shard run.Shard       `json:"shard"`
}

// MarshalJSON writes the whole question with its schema.
func (p Part) MarshalJSON() ([]byte, error) {
	return json.Marshal(partText{json.RawMessage(results.Canonical(p.Whole)), p.Shard})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (p *Part) UnmarshalJSON(text []byte) error {
	var t partText
	err := json.Unmarshal(text, &t)
	if err == nil {
		p.Shard = t.Shard
		p.Whole, err = All.Canonical(t.Whole)
	}
	return err
}

// Divided reports whether the answer is one search, which can be divided. The searches of other
// questions follow each other, and each needs the answers of those before.
func Divided(q results.Question) bool {
	switch q.(type) {
	case topswops.Max, rank.ScoreRanking, laws.Question, deals.Ranking, topswops.Census, orders.Summing, trick.Question:
		return true
	}
	return false
}

func (Part) Schema() string { return results.PartSchema }

func (p Part) Check() error {
	switch {
	case p.Whole == nil:
		return errors.New("whole is missing")
	case p.Shard.N < 2:
		return fmt.Errorf("shard=%s is no part", p.Shard)
	case !Divided(p.Whole):
		return errors.New("this question is no single search that can be divided; leave out --shard")
	}
	return p.Whole.Check()
}

func (p Part) Seconds() float64 { return p.Whole.Seconds() / float64(max(1, p.Shard.N)) }

func (p Part) Answer(ctx context.Context, o run.Options) (results.Record, error) {
	if err := p.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	o.Shard = p.Shard
	_, err := run.Answer(ctx, p.Whole, o)
	done := new(run.PartDone)
	switch {
	case errors.As(err, &done):
		return stored.Part{
			Head: results.Answering(p, results.Bound), Of: Text(nil, p.Whole), Part: int(p.Shard.I), Parts: int(p.Shard.N),
			Done: done.Done, All: done.All, Best: done.Best, CPU: done.CPUSeconds,
		}, nil
	case err == nil:
		err = results.Refuse(errors.New("this question is answered without a search that can be divided; leave out --shard"))
	}
	return nil, err
}

// line is the command line of the part, whose state is kept in a directory unless that is "".
func (p Part) line(dir string) []string {
	line := append(Line(p.Whole, nil), "--shard", p.Shard.String())
	if dir != "" {
		line = append(line, "--resume", dir)
	}
	return line
}

// Merge answers a question from the directories with all parts of its search. Where parts are
// missing or damaged, the error is an [Incomplete].
func Merge(ctx context.Context, dirs ...string) (results.Record, error) {
	var whole results.Question
	var of, first uint32
	var near string
	states := []*run.State{}
	there := map[uint32]string{}
	missing := Incomplete{}
	var strange error
	for _, dir := range dirs {
		p, done, err := partIn(dir)
		switch {
		case err != nil:
			strange = cmp.Or(strange, err)
			continue
		case whole == nil:
			whole, of = p.Whole, p.Shard.N
		case results.Canonical(whole) != results.Canonical(p.Whole):
			return nil, fmt.Errorf("%s is a part of %q, %s one of %q", near, Text(nil, whole), dir, Text(nil, p.Whole))
		case of != p.Shard.N:
			return nil, fmt.Errorf("%s is one of %d parts, %s one of %d", near, of, dir, p.Shard.N)
		case there[p.Shard.I] != "":
			return nil, fmt.Errorf("%s and %s are both part %s", there[p.Shard.I], dir, p.Shard)
		}
		if len(there) == 0 {
			near, first = dir, p.Shard.I
		}
		there[p.Shard.I] = dir
		state, err := run.Load(run.Checkpoint(dir))
		switch {
		case err == nil && state.Shard != p.Shard.String():
			err = fmt.Errorf("%w: its checkpoint is of part %s", run.ErrDamaged, state.Shard)
		case err == nil && !done:
			err = errors.New("unfinished")
		}
		if err != nil {
			missing = append(missing, lack{p, dir, err})
			continue
		}
		states = append(states, state)
	}
	if whole == nil {
		return nil, strange
	}
	for i := uint32(1); i <= of; i++ {
		if there[i] == "" {
			p := Part{whole, run.Shard{I: i, N: of}}
			missing = append(missing, lack{p, beside(near, first, i), errors.New("missing")})
		}
	}
	switch {
	case len(missing) > 0:
		return nil, missing
	case strange != nil:
		return nil, strange
	}
	return run.Answer(ctx, whole, run.Options{Parts: states})
}

// partIn is the part whose state is kept in a directory, and whether it is done.
func partIn(dir string) (p Part, done bool, err error) {
	note, err := run.NoteIn(dir)
	if err == nil && len(note.Questions) == 1 {
		if q, err := All.Canonical(note.Questions[0]); err == nil {
			p, _ = q.(Part)
		}
	}
	if err == nil && p.Whole == nil {
		err = fmt.Errorf("%s does not have a part of a search that --shard divided", dir)
	}
	return p, note.Done, err
}

// beside is the directory of a part by that of another, if they are numbered.
func beside(dir string, part, i uint32) string {
	stem := strings.TrimRight(dir, "0123456789")
	if number, err := strconv.Atoi(dir[len(stem):]); err == nil {
		return stem + strconv.Itoa(number+int(i)-int(part))
	}
	return fmt.Sprintf("part.%d", i)
}

// lack is a part that cannot be merged.
type lack struct {
	Part
	dir string
	why error
}

// Incomplete are the parts that are missing, unfinished or damaged.
type Incomplete []lack

// Error says how many there are.
func (l Incomplete) Error() string {
	return fmt.Sprintf("%d of %d parts are missing or incomplete", len(l), l[0].Shard.N)
}

// Lines name each part, with the command that does it.
func (l Incomplete) Lines() (lines []string) {
	for _, p := range l {
		command := Quote(append([]string{"dovetail"}, p.line(p.dir)...))
		if errors.Is(p.why, run.ErrDamaged) {
			command = Quote([]string{"rm", "-r", p.dir}) + " && " + command
		}
		lines = append(lines, fmt.Sprintf("part %s: %v: %s", p.Shard, p.why, command))
	}
	return lines
}
