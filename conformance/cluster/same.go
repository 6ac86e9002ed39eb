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

func (s *scene) writeFile(name, text string) string {
	file := filepath.Join(s.dir, name)
	s.must(os.WriteFile(file, []byte(text), 0o600))
	return file
}

// events are those of the default namespace that a field selector leaves.
func (s *scene) events(selector string) []eventsv1.Event {
	list, err := s.client.EventsV1().Events("default").List(s, metav1.ListOptions{FieldSelector: selector})
	s.must(err)
	return list.Items
}

// saysTheSame gives both schedulers the same objects, each on a control plane of its own, and compares what is in the
// API afterwards: nodes, conditions, promises and events, names that are made up and times aside.
func saysTheSame(s *scene) {
	ours := s.story(s.subject)
	var theirs []string
	err := play(s, trial{name: s.name + "-kube", run: func(other *scene) { theirs = other.story(other.kube()) }}, s.options, s.kube(), "")
	s.must(err)
	if !slices.Equal(ours, theirs) {
		s.fail("it says something else:\n%s", differences(ours, theirs))
	}
	s.say("%d lines are equal", len(ours))
}

func differences(ours, theirs []string) string {
	var out strings.Builder
	for _, line := range ours {
		if !slices.Contains(theirs, line) {
			fmt.Fprintf(&out, "only ours:   %s\n", line)
		}
	}
	for _, line := range theirs {
		if !slices.Contains(ours, line) {
			fmt.Fprintf(&out, "only theirs: %s\n", line)
		}
	}
	return out.String()
}

// story plays a little of everything, so that each pod can end in one way only, and tells what is left.
func (s *scene) story(program string) []string {
	s.priorityClasses()
	gpu := func(n *v1.Node) { n.Labels["gpu"] = "yes" }
	tainted := func(n *v1.Node) {
		n.Spec.Taints = []v1.Taint{{Key: "dedicated", Value: "db", Effect: v1.TaintEffectNoSchedule}}
	}
	s.nodes(node("small", "2"), node("large", "8", gpu), node("dedicated", "8", tainted),
		node("off", "8", func(n *v1.Node) { n.Spec.Unschedulable = true }))
	s.pods(pod("running", "6", on("large"), prioritised("low"), labelled("app", "running")))
	selects := func(key, value string) func(*v1.Pod) {
		return func(p *v1.Pod) { p.Spec.NodeSelector = map[string]string{key: value} }
	}
	steps := []struct {
		pod *v1.Pod
		end string // the reason of its condition, or empty when it is bound
	}{
		{pod("fits", "1", selects(v1.LabelHostname, "small")), ""},
		{pod("too-large", "100"), "Unschedulable"},
		{pod("no-such-node", "1", selects("disk", "ssd")), "Unschedulable"},
		{pod("gated", "1", func(p *v1.Pod) { p.Spec.SchedulingGates = []v1.PodSchedulingGate{{Name: "a/b"}} }), v1.PodReasonSchedulingGated},
		{pod("lonely", "1", func(p *v1.Pod) {
			p.Spec.Affinity = &v1.Affinity{PodAffinity: &v1.PodAffinity{RequiredDuringSchedulingIgnoredDuringExecution: []v1.PodAffinityTerm{
				{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "none"}}, TopologyKey: v1.LabelHostname}}}}
		}), "Unschedulable"},
		{pod("spread", "1", labelled("app", "s"), func(p *v1.Pod) {
			p.Spec.TopologySpreadConstraints = []v1.TopologySpreadConstraint{{MaxSkew: 1, TopologyKey: "missing",
				WhenUnsatisfiable: v1.DoNotSchedule, LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "s"}}}}
		}), "Unschedulable"},
		{pod("ported", "1", selects("gpu", "yes"), func(p *v1.Pod) {
			p.Spec.Containers[0].Ports = []v1.ContainerPort{{ContainerPort: 80, HostPort: 80}}
		}), ""},
		{pod("same-port", "100m", selects("gpu", "yes"), func(p *v1.Pod) {
			p.Spec.Containers[0].Ports = []v1.ContainerPort{{ContainerPort: 80, HostPort: 80}}
		}), "Unschedulable"},
		{pod("polite", "8", prioritised("polite")), "Unschedulable"},
	}
	s.alone(program)
	for _, step := range steps {
		s.pods(step.pod)
		if step.end == "" {
			s.awaitBound(step.pod.Name)
		} else {
			s.awaitCondition(step.pod.Name, step.end)
		}
		s.awaitTold(step.pod.Name, step.end)
	}
	s.pods(pod("urgent", "6", prioritised("high"), selects("gpu", "yes")))
	s.awaitBound("urgent")
	s.awaitTold("urgent", "")
	return s.told()
}

// awaitTold waits for the event that belongs to a pod's end.
func (s *scene) awaitTold(name, end string) {
	reason := map[string]string{"": "Scheduled", "Unschedulable": "FailedScheduling"}[end]
	if reason == "" {
		return
	}
	s.eventually(fmt.Sprintf("pod %s has an event %s", name, reason), 30*time.Second, func() bool {
		return len(s.events("reason="+reason+",regarding.name="+name)) > 0
	})
}

// told is what the scheduler left in the API, one line for each thing.
func (s *scene) told() []string {
	var lines []string
	pods, err := s.client.CoreV1().Pods("default").List(s, metav1.ListOptions{})
	s.must(err)
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
	for _, e := range s.events("") {
		line := eventLine(e, uids)
		if !seen[line] { // how often an attempt is made again is a matter of time
			seen[line] = true
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}

// eventLine is everything an event says but names, versions and times.
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
		related = "left out" // kube-scheduler means to name the preemptor and does not; see docs/parity.md
	}
	name, _, _ := strings.Cut(e.Name, ".")
	instance, _, _ := strings.Cut(e.ReportingInstance, "-scheduler-")
	return fmt.Sprintf("event %s.*: %s %s, action %q, by %q, instance %q, regarding %s, related %s, labels %v, dated %v, note %q", name, e.Type,
		e.Reason, e.Action, e.ReportingController, instance, object(&e.Regarding), related, e.Labels, !e.EventTime.IsZero(), note)
}
