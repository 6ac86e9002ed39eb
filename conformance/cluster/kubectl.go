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

// sameKubectlOutput runs the same kubectl commands against kube-apiserver and the embedded API and compares their output.
// Neither cluster has controllers or kubelets, so objects change only by these commands.
func sameKubectlOutput(ctx context.Context, o embeddedOptions) (string, error) {
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
		kube, embedded := kubectlOutput(ctx, command, p.adminKubeconfig), kubectlOutput(ctx, command, e.kubeconfig)
		if kube != embedded {
			differing = append(differing, fmt.Sprintf("$ %s\n%s", command, differentLines(kube, embedded)))
		}
	}
	if len(differing) > 0 {
		return "", fmt.Errorf("the output of %d of %d commands differs\n%s", len(differing), len(commands), strings.Join(differing, "\n"))
	}
	return fmt.Sprintf("%d commands", len(commands)), nil
}

// parseScript returns the commands of a script. A command is a line that begins with "$ " and the lines up to the next one.
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

// varying are the parts of the output that differ between runs, and their placeholders.
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
	// The embedded cluster prints a warning for kinds without a controller.
	{regexp.MustCompile(`(?m)^Warning: the embedded cluster .*\n`), ""},
	// kube-apiserver runs without the ServiceAccount admission plugin, because no controller creates service accounts.
	{regexp.MustCompile(`(?mi)^ *service ?account(Name)?: +default\n`), ""},
	// kube-apiserver prints a forbidden update as a diff of Go structures.
	{regexp.MustCompile(`(?s)\n@@ -\d.*?(\n\(exit)`), "$1"},
	{regexp.MustCompile(`[ \t]+`), " "},
	{regexp.MustCompile(`\n+`), "\n"},
}

// kubectlOutput runs a command and returns its output and exit code, with placeholders for the varying parts.
func kubectlOutput(ctx context.Context, command, kubeconfig string) string {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	shell := exec.CommandContext(ctx, "sh", "-c", command)
	shell.WaitDelay = time.Second // a child process can keep the output open
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

// differentLines returns the lines that only one of the two texts contains.
func differentLines(kube, embedded string) string {
	var out strings.Builder
	left, right := strings.Split(kube, "\n"), strings.Split(embedded, "\n")
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
		return "  the same lines in a different order\n"
	}
	return out.String()
}
