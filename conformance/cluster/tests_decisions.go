package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
)

var clusterTests = slices.Concat(decisionTests, volumeTests, deviceTests, leaderTests, faultTests, servingTests, reloadTests, accessTests, snapshotTests, unreadableTests)

// decisionTests check decisions and the objects that the scheduler writes.
var decisionTests = []clusterTest{
	{"binds-pods", true, bindsPods},
	{"reports-like-kube-scheduler", false, reportsLikeKubeScheduler},
	{"preempts-within-budgets", false, preemptsWithinBudgets},
	{"nominates-while-victims-terminate", false, nominates},
	{"respects-gates", false, respectsGates},
	{"serves-several-profiles", false, severalProfiles},
	{"lists-5000-nodes-and-50000-pods", false, listsManyObjects},
}

func bindsPods(env *testEnv) {
	env.manyNodes(5, "4")
	env.manyPods("pod", 50, "100m")
	env.startWithoutElection(env.subject)
	env.awaitAllBound(time.Minute)
	env.checkState()
	env.eventually("every pod has a Scheduled event", 20*time.Second, func() bool {
		return len(env.events("reason=Scheduled")) == 50
	})
}

func (env *testEnv) priorityClasses() {
	never := v1.PreemptNever
	for _, class := range []schedulingv1.PriorityClass{
		{ObjectMeta: metav1.ObjectMeta{Name: "high"}, Value: 1000},
		{ObjectMeta: metav1.ObjectMeta{Name: "polite"}, Value: 1000, PreemptionPolicy: &never},
		{ObjectMeta: metav1.ObjectMeta{Name: "low"}, Value: 1},
	} {
		_, err := env.client.SchedulingV1().PriorityClasses().Create(env, &class, metav1.CreateOptions{})
		env.must(err)
	}
}

func (env *testEnv) budget(name, app string, minAvailable int) {
	min := intstr.FromInt32(int32(minAvailable))
	_, err := env.client.PolicyV1().PodDisruptionBudgets("default").Create(env, &policyv1.PodDisruptionBudget{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"},
		Spec: policyv1.PodDisruptionBudgetSpec{MinAvailable: &min,
			Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": app}}}}, metav1.CreateOptions{})
	env.must(err)
}

// preemptsWithinBudgets checks that preemption chooses the node whose pods have no disruption budget.
func preemptsWithinBudgets(env *testEnv) {
	env.priorityClasses()
	env.nodes(node("guarded", "4"), node("free", "4"))
	env.pods(pod("kept", "3", on("guarded"), withPriority("low"), withLabel("app", "kept")),
		pod("victim", "3", on("free"), withPriority("low"), withLabel("app", "victim")))
	env.budget("kept", "kept", 1)
	env.startWithoutElection(env.subject)
	env.pods(pod("urgent", "3", withPriority("high")))
	env.awaitBound("urgent")
	if got := env.get("urgent").Spec.NodeName; got != "free" {
		env.fail("urgent is on node %s, want free", got)
	}
	if env.get("kept") == nil || env.get("victim") != nil {
		env.fail("the victim still exists, or the pod with a budget was evicted")
	}
	env.eventually("the victim has a Preempted event", 10*time.Second, func() bool { return len(env.events("reason=Preempted")) == 1 })
	env.checkState()
}

// nominates checks that the preemptor is nominated while its victim terminates, and that no pod of lower priority takes
// the released resources.
func nominates(env *testEnv) {
	env.priorityClasses()
	env.nodes(node("only", "4"))
	env.pods(pod("victim", "3", on("only"), withPriority("low"), func(p *v1.Pod) { p.Finalizers = []string{"example.com/slow"} }))
	env.startWithoutElection(env.subject)
	env.pods(pod("urgent", "3", withPriority("high")))
	env.eventually("urgent is nominated", time.Minute, func() bool { return env.get("urgent").Status.NominatedNodeName == "only" })
	env.pods(pod("quick", "2"))
	if c := env.awaitCondition("quick", "Unschedulable"); !strings.Contains(c.Message, "Insufficient cpu") {
		env.fail("the condition of quick has message %q, want Insufficient cpu", c.Message)
	}
	_, err := env.client.CoreV1().Pods("default").Patch(env, "victim", types.MergePatchType,
		[]byte(`{"metadata":{"finalizers":null}}`), metav1.PatchOptions{})
	env.must(err)
	env.awaitBound("urgent")
	if env.get("quick").Spec.NodeName != "" {
		env.fail("quick was bound although urgent is nominated to the node")
	}
}

func respectsGates(env *testEnv) {
	env.nodes(node("n", "4"))
	env.startWithoutElection(env.subject)
	env.pods(pod("gated", "1", func(p *v1.Pod) { p.Spec.SchedulingGates = []v1.PodSchedulingGate{{Name: "example.com/later"}} }),
		pod("plain", "1"))
	env.awaitBound("plain")
	env.awaitCondition("gated", v1.PodReasonSchedulingGated)
	_, err := env.client.CoreV1().Pods("default").Patch(env, "gated", types.JSONPatchType,
		[]byte(`[{"op":"remove","path":"/spec/schedulingGates"}]`), metav1.PatchOptions{})
	env.must(err)
	env.awaitBound("gated")
}

func severalProfiles(env *testEnv) {
	env.nodes(node("full", "4"), node("empty", "4"))
	env.pods(pod("running", "2", on("full")))
	config := env.writeConfig(`profiles:
- schedulerName: spreads
- schedulerName: packs
  pluginConfig:
  - name: NodeResourcesFit
    args:
      apiVersion: kubescheduler.config.k8s.io/v1
      kind: NodeResourcesFitArgs
      scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 1}]}
  plugins:
    score:
      disabled: [{name: NodeResourcesBalancedAllocation}]
`)
	env.startWithoutElection(env.subject, "--config="+config)
	by := func(name string) func(*v1.Pod) { return func(p *v1.Pod) { p.Spec.SchedulerName = name } }
	env.pods(pod("packed", "1", by("packs")))
	env.awaitBound("packed")
	env.pods(pod("spread", "1", by("spreads")), pod("other", "1"))
	env.awaitBound("spread")
	if on := env.get("packed").Spec.NodeName; on != "full" {
		env.fail("packed is on node %s, want full", on)
	}
	if on := env.get("spread").Spec.NodeName; on != "empty" {
		env.fail("spread is on node %s, want empty", on)
	}
	if env.get("other").Spec.NodeName != "" {
		env.fail("a pod of another scheduler was bound")
	}
	env.eventually("the events name the profiles", 10*time.Second, func() bool {
		by := map[string]string{}
		for _, e := range env.events("reason=Scheduled") {
			by[e.Regarding.Name] = e.ReportingController
		}
		return by["packed"] == "packs" && by["spread"] == "spreads"
	})
}

func listsManyObjects(env *testEnv) {
	env.manyNodes(5000, "16")
	env.must(parallel(env, 50000, func(i int) error {
		p := pod(fmt.Sprintf("running-%05d", i), "100m", on(fmt.Sprintf("node-%05d", i%5000)))
		_, err := env.client.CoreV1().Pods("default").Create(env, p, metav1.CreateOptions{})
		return err
	}))
	env.manyPods("pod", 100, "1")
	began := time.Now()
	subject := env.startWithoutElection(env.subject)
	env.awaitAllBound(2 * time.Minute)
	env.logf("all 100 pods are bound %.1fs after the start, peak %.0f MiB", time.Since(began).Seconds(), subject.used().peakMiB)
	env.checkState()
}

// writeConfig writes a scheduler configuration with the same client settings as startWithoutElection, and returns its path.
func (env *testEnv) writeConfig(more string) string {
	return env.writeFile("config.yaml", fmt.Sprintf(`apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection: {kubeconfig: %s, qps: 5000, burst: 5000}
leaderElection: {leaderElect: false}
%s`, env.schedulerKubeconfig, more))
}

// signal sends a signal to the process group of a scheduler.
func (i instance) signal(number syscall.Signal) { syscall.Kill(-i.cmd.Process.Pid, number) }

// end stops a scheduler with SIGTERM and returns the time until its exit and its exit code.
func (env *testEnv) end(i instance) (time.Duration, int) {
	i.expected = true
	began := time.Now()
	i.signal(syscall.SIGTERM)
	select {
	case <-i.done:
		return time.Since(began), i.cmd.ProcessState.ExitCode()
	case <-time.After(15 * time.Second):
		env.fail("the scheduler did not exit within 15s of SIGTERM")
		return 0, 0
	}
}

func (env *testEnv) logOf(i instance) string {
	text, err := os.ReadFile(i.log)
	env.must(err)
	return string(text)
}
