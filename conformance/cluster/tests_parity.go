package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func (env *testEnv) writeFile(name, text string) string {
	file := filepath.Join(env.dir, name)
	env.must(os.WriteFile(file, []byte(text), 0o600))
	return file
}

// events lists the events of the default namespace that match a field selector.
func (env *testEnv) events(selector string) []eventsv1.Event {
	list, err := env.client.EventsV1().Events("default").List(env, metav1.ListOptions{FieldSelector: selector})
	env.must(err)
	return list.Items
}

// reportsLikeKubeScheduler runs the same scenario with both schedulers, each on its own control plane, and compares the
// nodes, conditions, nominations and events in the API. It ignores generated names and times.
func reportsLikeKubeScheduler(env *testEnv) {
	subject := env.runScenario(env.subject)
	var kube []string
	err := runTest(env, clusterTest{name: env.name + "-kube", run: func(other *testEnv) { kube = other.runScenario(other.kubeScheduler()) }}, env.options, env.kubeScheduler(), "")
	env.must(err)
	if !slices.Equal(subject, kube) {
		env.fail("the results differ from kube-scheduler's:\n%s", differences(subject, kube))
	}
	env.logf("%d lines are equal", len(subject))
}

func differences(subject, kube []string) string {
	var out strings.Builder
	for _, line := range subject {
		if !slices.Contains(kube, line) {
			fmt.Fprintf(&out, "only subject:        %s\n", line)
		}
	}
	for _, line := range kube {
		if !slices.Contains(subject, line) {
			fmt.Fprintf(&out, "only kube-scheduler: %s\n", line)
		}
	}
	return out.String()
}

// runScenario creates pods for most plugins, each with one possible result, and returns the resulting state.
func (env *testEnv) runScenario(program string) []string {
	env.priorityClasses()
	gpu := func(n *v1.Node) { n.Labels["gpu"] = "yes" }
	tainted := func(n *v1.Node) {
		n.Spec.Taints = []v1.Taint{{Key: "dedicated", Value: "db", Effect: v1.TaintEffectNoSchedule}}
	}
	env.nodes(node("small", "2"), node("large", "8", gpu), node("dedicated", "8", tainted),
		node("off", "8", func(n *v1.Node) { n.Spec.Unschedulable = true }))
	env.pods(pod("running", "6", on("large"), withPriority("low"), withLabel("app", "running")))
	selects := func(key, value string) func(*v1.Pod) {
		return func(p *v1.Pod) { p.Spec.NodeSelector = map[string]string{key: value} }
	}
	steps := []struct {
		pod    *v1.Pod
		reason string // of the PodScheduled condition; empty if the pod is bound
	}{
		{pod("fits", "1", selects(v1.LabelHostname, "small")), ""},
		{pod("too-large", "100"), "Unschedulable"},
		{pod("no-such-node", "1", selects("disk", "ssd")), "Unschedulable"},
		{pod("gated", "1", func(p *v1.Pod) { p.Spec.SchedulingGates = []v1.PodSchedulingGate{{Name: "a/b"}} }), v1.PodReasonSchedulingGated},
		{pod("lonely", "1", func(p *v1.Pod) {
			p.Spec.Affinity = &v1.Affinity{PodAffinity: &v1.PodAffinity{RequiredDuringSchedulingIgnoredDuringExecution: []v1.PodAffinityTerm{
				{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "none"}}, TopologyKey: v1.LabelHostname}}}}
		}), "Unschedulable"},
		{pod("spread", "1", withLabel("app", "s"), func(p *v1.Pod) {
			p.Spec.TopologySpreadConstraints = []v1.TopologySpreadConstraint{{MaxSkew: 1, TopologyKey: "missing",
				WhenUnsatisfiable: v1.DoNotSchedule, LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "s"}}}}
		}), "Unschedulable"},
		{pod("ported", "1", selects("gpu", "yes"), func(p *v1.Pod) {
			p.Spec.Containers[0].Ports = []v1.ContainerPort{{ContainerPort: 80, HostPort: 80}}
		}), ""},
		{pod("same-port", "100m", selects("gpu", "yes"), func(p *v1.Pod) {
			p.Spec.Containers[0].Ports = []v1.ContainerPort{{ContainerPort: 80, HostPort: 80}}
		}), "Unschedulable"},
		{pod("polite", "8", withPriority("polite")), "Unschedulable"},
	}
	env.startWithoutElection(program)
	for _, step := range steps {
		env.pods(step.pod)
		if step.reason == "" {
			env.awaitBound(step.pod.Name)
		} else {
			env.awaitCondition(step.pod.Name, step.reason)
		}
		env.awaitEvent(step.pod.Name, step.reason)
	}
	env.pods(pod("urgent", "6", withPriority("high"), selects("gpu", "yes")))
	env.awaitBound("urgent")
	env.awaitEvent("urgent", "")
	return env.recordedState()
}

// awaitEvent waits for the event that belongs to a condition reason.
func (env *testEnv) awaitEvent(name, conditionReason string) {
	reason := map[string]string{"": "Scheduled", "Unschedulable": "FailedScheduling"}[conditionReason]
	if reason == "" {
		return
	}
	env.eventually(fmt.Sprintf("pod %s has a %s event", name, reason), 30*time.Second, func() bool {
		return len(env.events("reason="+reason+",regarding.name="+name)) > 0
	})
}

// recordedState lists what the scheduler wrote to the API: one line for each pod, condition and event.
func (env *testEnv) recordedState() []string {
	var lines []string
	pods, err := env.client.CoreV1().Pods("default").List(env, metav1.ListOptions{})
	env.must(err)
	uids := map[string]string{}
	for _, p := range pods.Items {
		uids[string(p.UID)] = "uid-of-" + p.Name
		lines = append(lines, fmt.Sprintf("pod %s: node %q, nominated %q, phase %s", p.Name, p.Spec.NodeName, p.Status.NominatedNodeName, p.Status.Phase))
		for _, c := range p.Status.Conditions {
			dated := "without a time"
			if !c.LastTransitionTime.IsZero() {
				dated = "with a time"
			}
			lines = append(lines, fmt.Sprintf("pod %s: condition %s %s, reason %q, message %q, generation %d, %s", p.Name, c.Type, c.Status,
				c.Reason, c.Message, c.ObservedGeneration, dated))
		}
	}
	seen := map[string]bool{}
	for _, e := range env.events("") {
		line := eventLine(e, uids)
		if !seen[line] { // the number of retries depends on timing
			seen[line] = true
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}

// eventLine formats an event without generated names, versions and times.
func eventLine(e eventsv1.Event, uids map[string]string) string {
	object := func(o *v1.ObjectReference) string {
		if o == nil {
			return "none"
		}
		text, _ := json.Marshal(v1.ObjectReference{Kind: o.Kind, APIVersion: o.APIVersion, Namespace: o.Namespace, Name: o.Name, FieldPath: o.FieldPath})
		return string(text)
	}
	note := e.Note
	for uid, name := range uids {
		note = strings.ReplaceAll(note, uid, name)
	}
	related := object(e.Related)
	if e.Reason == "Preempted" {
		related = "ignored" // kube-scheduler does not set the preemptor here; see docs/parity.md
	}
	name, _, _ := strings.Cut(e.Name, ".")
	instance, _, _ := strings.Cut(e.ReportingInstance, "-scheduler-")
	return fmt.Sprintf("event %s.*: %s %s, action %q, by %q, instance %q, regarding %s, related %s, labels %v, dated %v, note %q", name, e.Type,
		e.Reason, e.Action, e.ReportingController, instance, object(&e.Regarding), related, e.Labels, !e.EventTime.IsZero(), note)
}
