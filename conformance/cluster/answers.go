package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// sameAnswers runs the same commands of kubectl against kube-apiserver and the embedded API, and compares what they print. Nothing
// happens by itself on either: there are no controllers and no kubelets.
func sameAnswers(ctx context.Context, o embeddedOptions) (string, error) {
	if _, err := exec.LookPath("kubectl"); err != nil {
		return "skipped: kubectl is not on the PATH", nil
	}
	script, err := os.ReadFile(o.script)
	if err != nil {
		return "", err
	}
	e, err := startEmbedded(ctx, o, "--no-scheduler", "--no-controllers")
	if err != nil {
		return "", err
	}
	defer e.end()
	options := *o.plane
	cleanUp, err := options.ensureDir()
	if err != nil {
		return "", err
	}
	defer cleanUp()
	p, err := startPlane(ctx, options)
	if err != nil {
		return "", err
	}
	defer p.stop()
	commands := parseScript(string(script))
	var differing []string
	for _, command := range commands {
		theirs, ours := say(ctx, command, p.adminKubeconfig), say(ctx, command, e.kubeconfig)
		if theirs != ours {
			differing = append(differing, fmt.Sprintf("$ %s\n%s", command, unified(theirs, ours)))
		}
	}
	if len(differing) > 0 {
		return "", fmt.Errorf("%d of %d commands are answered otherwise\n%s", len(differing), len(commands), strings.Join(differing, "\n"))
	}
	return fmt.Sprintf("%d commands", len(commands)), nil
}

// parseScript finds the commands: a line that begins with "$ ", and the lines after it up to the next.
func parseScript(script string) []string {
	var commands []string
	for _, line := range strings.Split(script, "\n") {
		switch {
		case strings.HasPrefix(line, "$ "):
			commands = append(commands, strings.TrimPrefix(line, "$ "))
		case strings.HasPrefix(line, "#") || len(commands) == 0:
		default:
			commands[len(commands)-1] += "\n" + line
		}
	}
	for i := range commands {
		commands[i] = strings.TrimSpace(commands[i])
	}
	return commands
}

// varying is what may differ from run to run, and what stands for it.
var varying = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "UID"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`), "TIME"},
	{regexp.MustCompile(`(?i)(resourceVersion"?: "?)\d+`), "${1}VERSION"},
	{regexp.MustCompile(`(ResourceVersion in record \()\d+`), "${1}VERSION"},
	{regexp.MustCompile(`(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}`), "TIME"},
	{regexp.MustCompile(`(?m)\b\d+(ms|s|m\d*s?)( |$)`), "AGE$2"},
	{regexp.MustCompile(`https://127\.0\.0\.1:\d+`), "SERVER"},
	{regexp.MustCompile(`\b10\.\d+\.\d+\.\d+\b`), "ADDRESS"},
	{regexp.MustCompile(`\b(generated-)[a-z0-9]{5}\b`), "${1}SUFFIX"},
	{regexp.MustCompile(`\b(nodePort"?: )\d+`), "${1}PORT"},
	{regexp.MustCompile(`(80:)\d{5}/`), "${1}PORT/"},
	// The embedded one says so where it has no controller.
	{regexp.MustCompile(`(?m)^Warning: the embedded cluster .*\n`), ""},
	// The real one runs without the admission that sets it: nobody makes service accounts for it.
	{regexp.MustCompile(`(?mi)^ *service ?account(Name)?: +default\n`), ""},
	// It shows how the forbidden update differs, as its own structures.
	{regexp.MustCompile(`(?s)\n@@ -\d.*?(\n\(exit)`), "$1"},
	{regexp.MustCompile(`[ \t]+`), " "},
	{regexp.MustCompile(`\n+`), "\n"},
}

// say is what a command prints and how it ends, without what varies.
func say(ctx context.Context, command, kubeconfig string) string {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	shell := exec.CommandContext(ctx, "sh", "-c", command)
	shell.WaitDelay = time.Second // what it started may keep its output open
	shell.Env = append(os.Environ(), "KUBECONFIG="+kubeconfig, "KUBECACHEDIR="+kubeconfig+".cache")
	out, err := shell.CombinedOutput()
	text := string(out)
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		text += fmt.Sprintf("\n(exit code %d)", ended.ExitCode())
	}
	for _, each := range varying {
		text = each.pattern.ReplaceAllString(text, each.text)
	}
	return strings.TrimSpace(text)
}

// unified shows the lines of two texts that are not in both.
func unified(theirs, ours string) string {
	var out strings.Builder
	left, right := strings.Split(theirs, "\n"), strings.Split(ours, "\n")
	only := func(mark string, lines, others []string) {
		counts := map[string]int{}
		for _, line := range others {
			counts[line]++
		}
		for _, line := range lines {
			if counts[line]--; counts[line] < 0 {
				fmt.Fprintf(&out, "%s %s\n", mark, line)
			}
		}
	}
	only("  kube-apiserver:", left, right)
	only("  berth up:      ", right, left)
	if out.Len() == 0 {
		return "  the same lines in another order\n"
	}
	return out.String()
}
