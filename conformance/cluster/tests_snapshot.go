package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// snapshotTests check that snapshots of a cluster can be used without the cluster.
var snapshotTests = []clusterTest{
	{"snapshot-decides-like-live-scheduler", false, snapshotDecides},
}

// decision is the record of one pod in the output of `berth decide -o json`.
type decision struct {
	Pod, Outcome, Message string
	Best                  []string
}

// snapshotDecides checks that a snapshot of a large cluster loads without changes, and that `berth decide` makes the same
// decisions from the snapshot, from the responses of the API server, and on the live cluster.
func snapshotDecides(env *testEnv) {
	berth := strings.Fields(env.subject)[0]
	if filepath.Base(berth) != "berth" {
		env.logf("skipped: only Berth takes snapshots")
		return
	}
	const nodes, pods = 2000, 20000
	env.manyNodes(nodes, "16")
	env.must(parallel(env, pods, func(i int) error {
		// The requests differ, so that few nodes are equally good.
		p := pod(fmt.Sprintf("running-%05d", i), fmt.Sprintf("%dm", 100+(i*7919)%1000), on(fmt.Sprintf("node-%05d", i%nodes)))
		_, err := env.client.CoreV1().Pods("default").Create(env, p, metav1.CreateOptions{})
		return err
	}))
	env.pods(pod("probe", "1500m"), pod("giant", "64"))

	file := filepath.Join(env.options.dir, "cluster.json")
	env.logf("%s", env.berth(berth, "snapshot", "--kubeconfig", env.adminKubeconfig, "-o", file))
	decided := env.decide(berth, "-f", file)
	var raw []string
	for _, path := range []string{"/api/v1/nodes", "/api/v1/pods", "/api/v1/namespaces", "/apis/scheduling.k8s.io/v1/priorityclasses"} {
		text, err := env.client.CoreV1().RESTClient().Get().AbsPath(path).SetHeader("Accept", "application/json").DoRaw(env)
		env.must(err)
		raw = append(raw, "-f", env.writeFile(filepath.Base(path)+".json", string(text)))
	}
	if other := env.decide(berth, raw...); fmt.Sprint(other) != fmt.Sprint(decided) {
		env.fail("decisions from the snapshot: %v, from the API responses: %v", decided, other)
	}

	var loaded struct {
		Nodes, Pods, Scheduled, Unschedulable, Pending int
		NodeUsage                                      []struct{ Pods int }
	}
	env.must(json.Unmarshal([]byte(env.berth(berth, "up", "-f", file, "--until-idle", "-o", "json")), &loaded))
	if loaded.Nodes != nodes || loaded.Pods != pods+2 || loaded.Scheduled != pods+1 || loaded.Unschedulable != 1 || loaded.Pending != 0 {
		env.fail("the loaded snapshot: %+v", loaded)
	}
	maxPods := 0
	for _, n := range loaded.NodeUsage {
		if n.Pods < pods/nodes {
			env.fail("a node has %d pods in the loaded snapshot", n.Pods)
		}
		maxPods = max(maxPods, n.Pods)
	}
	if maxPods != pods/nodes+1 {
		env.fail("a node has %d pods in the loaded snapshot", maxPods)
	}

	env.startWithoutElection(env.subject)
	env.awaitBound("probe")
	if on := env.get("probe").Spec.NodeName; !slices.Contains(decided["default/probe"].Best, on) {
		env.fail("probe is on node %s, berth decide returns %v", on, decided["default/probe"])
	}
	if c := env.awaitCondition("giant", "Unschedulable"); c.Message != decided["default/giant"].Message {
		env.fail("the condition of giant has message %q, berth decide returns %q", c.Message, decided["default/giant"].Message)
	}
}

// berth runs a command that must succeed, and returns its output.
func (env *testEnv) berth(program string, args ...string) string {
	began := time.Now()
	command := exec.CommandContext(env, program, args...)
	command.Stderr = os.Stderr
	text, err := command.Output()
	if err != nil {
		env.fail("%s %s: %v", program, strings.Join(args, " "), err)
	}
	env.logf("berth %s took %.1fs", args[0], time.Since(began).Seconds())
	return strings.TrimSpace(string(text))
}

// decide returns the decisions for the two pending pods. One of them does not fit, so the exit code is 1.
func (env *testEnv) decide(program string, files ...string) map[string]decision {
	began := time.Now()
	command := exec.CommandContext(env, program, append([]string{"decide", "-o", "json"}, files...)...)
	command.Stderr = os.Stderr
	text, err := command.Output()
	if command.ProcessState == nil || command.ProcessState.ExitCode() != 1 {
		env.fail("berth decide: %v", err)
	}
	env.logf("berth decide took %.1fs", time.Since(began).Seconds())
	var records []decision
	env.must(json.Unmarshal(text, &records))
	decided := map[string]decision{}
	for _, each := range records {
		slices.Sort(each.Best)
		decided[each.Pod] = each
	}
	if len(decided) != 2 {
		env.fail("berth decide returned decisions for %d pods, want 2", len(decided))
	}
	return decided
}
