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

var trials = slices.Concat(decisionTrials, volumeTrials, leaderTrials, faultTrials, servingTrials, questionTrials)

// What is decided, and what lands in the API.
var decisionTrials = []trial{
	{"binds-pods", true, bindsPods},
	{"says-what-kube-scheduler-says", false, saysTheSame},
	{"preempts-within-budgets", false, preemptsWithinBudgets},
	{"nominates-while-victims-go", false, nominates},
	{"respects-gates", false, respectsGates},
	{"serves-several-profiles", false, severalProfiles},
	{"lists-5000-nodes-and-50000-pods", false, listsMany},
}

func bindsPods(s *scene) {
	s.manyNodes(5, "4")
	s.manyPods("pod", 50, "100m")
	s.alone(s.subject)
	s.awaitAllBound(time.Minute)
	s.checkState()
	s.eventually("every pod has an event", 20*time.Second, func() bool {
		return len(s.events("reason=Scheduled")) == 50
	})
}

func (s *scene) priorityClasses() {
	never := v1.PreemptNever
	for _, class := range []schedulingv1.PriorityClass{
		{ObjectMeta: metav1.ObjectMeta{Name: "high"}, Value: 1000},
		{ObjectMeta: metav1.ObjectMeta{Name: "polite"}, Value: 1000, PreemptionPolicy: &never},
		{ObjectMeta: metav1.ObjectMeta{Name: "low"}, Value: 1},
	} {
		_, err := s.client.SchedulingV1().PriorityClasses().Create(s, &class, metav1.CreateOptions{})
		s.must(err)
	}
}

func (s *scene) budget(name, app string, minAvailable int) {
	min := intstr.FromInt32(int32(minAvailable))
	_, err := s.client.PolicyV1().PodDisruptionBudgets("default").Create(s, &policyv1.PodDisruptionBudget{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"},
		Spec: policyv1.PodDisruptionBudgetSpec{MinAvailable: &min,
			Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": app}}}}, metav1.CreateOptions{})
	s.must(err)
}

// preemptsWithinBudgets: of two nodes that can be cleared, the one without a budget is.
func preemptsWithinBudgets(s *scene) {
	s.priorityClasses()
	s.nodes(node("guarded", "4"), node("free", "4"))
	s.pods(pod("kept", "3", on("guarded"), prioritised("low"), labelled("app", "kept")),
		pod("victim", "3", on("free"), prioritised("low"), labelled("app", "victim")))
	s.budget("kept", "kept", 1)
	s.alone(s.subject)
	s.pods(pod("urgent", "3", prioritised("high")))
	s.awaitBound("urgent")
	if got := s.get("urgent").Spec.NodeName; got != "free" {
		s.fail("urgent is on %s", got)
	}
	if s.get("kept") == nil || s.get("victim") != nil {
		s.fail("the wrong pod was evicted")
	}
	s.eventually("the victim was told", 10*time.Second, func() bool { return len(s.events("reason=Preempted")) == 1 })
	s.checkState()
}

// nominates: while a victim takes its time, the preemptor has its node's name in its status, and room is kept for it.
func nominates(s *scene) {
	s.priorityClasses()
	s.nodes(node("only", "4"))
	s.pods(pod("victim", "3", on("only"), prioritised("low"), func(p *v1.Pod) { p.Finalizers = []string{"example.com/slow"} }))
	s.alone(s.subject)
	s.pods(pod("urgent", "3", prioritised("high")))
	s.eventually("urgent is nominated", time.Minute, func() bool { return s.get("urgent").Status.NominatedNodeName == "only" })
	s.pods(pod("quick", "2"))
	if c := s.awaitCondition("quick", "Unschedulable"); !strings.Contains(c.Message, "Insufficient cpu") {
		s.fail("quick: %s", c.Message)
	}
	_, err := s.client.CoreV1().Pods("default").Patch(s, "victim", types.MergePatchType,
		[]byte(`{"metadata":{"finalizers":null}}`), metav1.PatchOptions{})
	s.must(err)
	s.awaitBound("urgent")
	if s.get("quick").Spec.NodeName != "" {
		s.fail("quick took the room that was promised to urgent")
	}
}

func respectsGates(s *scene) {
	s.nodes(node("n", "4"))
	s.alone(s.subject)
	s.pods(pod("gated", "1", func(p *v1.Pod) { p.Spec.SchedulingGates = []v1.PodSchedulingGate{{Name: "example.com/later"}} }),
		pod("plain", "1"))
	s.awaitBound("plain")
	s.awaitCondition("gated", v1.PodReasonSchedulingGated)
	_, err := s.client.CoreV1().Pods("default").Patch(s, "gated", types.JSONPatchType,
		[]byte(`[{"op":"remove","path":"/spec/schedulingGates"}]`), metav1.PatchOptions{})
	s.must(err)
	s.awaitBound("gated")
}

func severalProfiles(s *scene) {
	s.nodes(node("full", "4"), node("empty", "4"))
	s.pods(pod("there", "2", on("full")))
	config := s.writeConfig(`profiles:
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
	s.alone(s.subject, "--config="+config)
	by := func(name string) func(*v1.Pod) { return func(p *v1.Pod) { p.Spec.SchedulerName = name } }
	s.pods(pod("packed", "1", by("packs")))
	s.awaitBound("packed")
	s.pods(pod("spread", "1", by("spreads")), pod("nobodys", "1"))
	s.awaitBound("spread")
	if on := s.get("packed").Spec.NodeName; on != "full" {
		s.fail("packed is on %s", on)
	}
	if on := s.get("spread").Spec.NodeName; on != "empty" {
		s.fail("spread is on %s", on)
	}
	if s.get("nobodys").Spec.NodeName != "" {
		s.fail("a pod of another scheduler was bound")
	}
	s.eventually("events are told by the profile", 10*time.Second, func() bool {
		by := map[string]string{}
		for _, e := range s.events("reason=Scheduled") {
			by[e.Regarding.Name] = e.ReportingController
		}
		return by["packed"] == "packs" && by["spread"] == "spreads"
	})
}

func listsMany(s *scene) {
	s.manyNodes(5000, "16")
	s.must(parallel(s, 50000, func(i int) error {
		p := pod(fmt.Sprintf("there-%05d", i), "100m", on(fmt.Sprintf("node-%05d", i%5000)))
		_, err := s.client.CoreV1().Pods("default").Create(s, p, metav1.CreateOptions{})
		return err
	}))
	s.manyPods("pod", 100, "1")
	began := time.Now()
	subject := s.alone(s.subject)
	s.awaitAllBound(2 * time.Minute)
	s.say("100 pods bound %.1fs after the start, peak %.0f MiB", time.Since(began).Seconds(), subject.used().peakMiB)
	s.checkState()
}

// writeConfig writes a configuration for the scheduler; it reaches the API server as it would with flags.
func (s *scene) writeConfig(more string) string {
	return s.writeFile("config.yaml", fmt.Sprintf(`apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection: {kubeconfig: %s, qps: 5000, burst: 5000}
leaderElection: {leaderElect: false}
%s`, s.schedulerKubeconfig, more))
}

// signal sends a signal to a scheduler and whatever it started.
func (i instance) signal(number syscall.Signal) { syscall.Kill(-i.cmd.Process.Pid, number) }

// end asks a scheduler to stop and returns how long it took and with which code it ended.
func (s *scene) end(i instance) (time.Duration, int) {
	i.expected = true
	began := time.Now()
	i.signal(syscall.SIGTERM)
	select {
	case <-i.done:
		return time.Since(began), i.cmd.ProcessState.ExitCode()
	case <-time.After(15 * time.Second):
		s.fail("it did not end within 15s")
		return 0, 0
	}
}

func (s *scene) logOf(i instance) string {
	text, err := os.ReadFile(i.log)
	s.must(err)
	return string(text)
}
