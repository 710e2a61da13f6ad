package selftest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"dovetail/perm/processor"
	"dovetail/results"
)

// ask answers command lines by a process of the program that has a choice of instructions.
func ask(ctx context.Context, program, choice string, commands []string) (map[string]answered, error) {
	var requests, says bytes.Buffer
	for i, line := range commands {
		fmt.Fprintf(&requests, "{\"id\": %d, \"command\": %q}\n", i, line)
	}
	cmd := exec.CommandContext(ctx, program, "serve", "--quiet", "--at-once", "1")
	cmd.Env = append(os.Environ(), processor.Variable+"="+choice)
	cmd.Stdin, cmd.Stderr = &requests, &says
	out, err := cmd.Output()
	if err != nil {
		if text := strings.TrimSpace(says.String()); text != "" {
			err = fmt.Errorf("%w: %s", err, results.OneLine(text))
		}
		return nil, err
	}
	records := map[string]answered{}
	for line := range bytes.Lines(out) {
		var reply struct {
			ID     int
			Record json.RawMessage
			Error  string
		}
		if err := json.Unmarshal(line, &reply); err != nil || reply.ID < 0 || reply.ID >= len(commands) {
			return records, fmt.Errorf("the line %q is no answer", results.OneLine(string(line)))
		}
		at := commands[reply.ID]
		switch {
		case reply.Error != "":
			records[at] = answered{err: errors.New(reply.Error)}
		case reply.Record != nil:
			records[at] = answered{record: reply.Record}
		}
	}
	return records, nil
}
