package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Objects with values that a scheduler can fail to decode, although the API server stores them.
var unreadableTests = []clusterTest{
	{"huge-quantity-counts-on-its-node", true, hugeQuantityCounts},
	{"huge-quantity-is-decided-like-kube-scheduler", false, hugeQuantityDecided},
	{"updates-of-huge-quantity-delay-no-pod", false, hugeQuantityDelaysNothing},
}

// hugePod creates a pod that requests 7Gi of memory and a quantity with a very large exponent. The request is JSON text, so
// that no client rounds the quantity.
func (env *testEnv) hugePod(name, node string) {
	body := fmt.Sprintf(`{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": %q}, "spec": {"nodeName": %q, "terminationGracePeriodSeconds": 0,
		"containers": [{"name": "c", "image": "i", "resources": {"requests": {"memory": "7Gi", "ephemeral-storage": "1e10002"}}}]}}`, name, node)
	env.must(env.client.CoreV1().RESTClient().Post().Namespace("default").Resource("pods").
		SetHeader("Content-Type", "application/json").Body([]byte(body)).Do(env).Error())
}

func withMemory(size string) func(*v1.Node) {
	return func(n *v1.Node) {
		n.Status.Allocatable[v1.ResourceMemory] = resource.MustParse(size)
		n.Status.Allocatable[v1.ResourceEphemeralStorage] = resource.MustParse("100Gi")
	}
}

func requestsMemory(size string) func(*v1.Pod) {
	return func(p *v1.Pod) { p.Spec.Containers[0].Resources.Requests[v1.ResourceMemory] = resource.MustParse(size) }
}

// hugeQuantityCounts: the requests of a bound pod count on its node, whether the scheduler lists the pod at its start or
// receives it from the watch.
func hugeQuantityCounts(env *testEnv) {
	env.nodes(node("listed", "4", withMemory("10Gi")), node("watched", "4", withMemory("10Gi")))
	env.hugePod("huge-listed", "listed")
	env.startWithoutElection(env.subject)
	env.pods(pod("first", "100m"))
	env.awaitBound("first")
	env.hugePod("huge-watched", "watched")
	env.pods(pod("large", "100m", requestsMemory("7Gi")), pod("small", "100m", requestsMemory("2Gi")))
	if c := env.awaitCondition("large", "Unschedulable"); !strings.Contains(c.Message, "2 Insufficient memory") {
		env.fail("large: %s", c.Message)
	}
	env.awaitBound("small")
}

// hugeQuantityDecided: an unbound pod is placed or reported as kube-scheduler does, and so is the next pod.
func hugeQuantityDecided(env *testEnv) {
	end := func(env *testEnv, program string) []string {
		env.nodes(node("n", "4", withMemory("10Gi")))
		env.startWithoutElection(program)
		env.hugePod("huge", "")
		env.eventually("pod huge has an event", time.Minute, func() bool { return len(env.events("regarding.name=huge")) > 0 })
		env.pods(pod("after", "100m", requestsMemory("7Gi"))) // fits only if the memory of the first pod does not count
		env.awaitCondition("after", "Unschedulable")
		env.awaitEvent("after", "Unschedulable")
		return env.recordedState()
	}
	ours := end(env, env.subject)
	var theirs []string
	env.must(runTest(env, clusterTest{name: env.name + "-kube", run: func(other *testEnv) { theirs = end(other, other.kubeScheduler()) }}, env.options, env.kubeScheduler(), ""))
	if !slices.Equal(ours, theirs) {
		env.fail("the results differ from kube-scheduler's:\n%s", differences(ours, theirs))
	}
	env.logf("%d lines are equal:\n%s", len(ours), strings.Join(ours, "\n"))
}

// hugeQuantityDelaysNothing: while a pod with such a quantity changes every second, other pods are bound without a delay.
func hugeQuantityDelaysNothing(env *testEnv) {
	const limit = 500 * time.Millisecond // a watch that is opened again after each update takes 800 ms and more
	env.nodes(node("n", "64", withMemory("100Gi")))
	env.hugePod("huge", "n")
	env.startWithoutElection(env.subject)
	env.pods(pod("first", "10m"))
	env.awaitBound("first")
	watch, err := env.client.CoreV1().Pods("default").Watch(env, metav1.ListOptions{})
	env.must(err)
	defer watch.Stop()
	created := map[string]time.Time{}
	var latencies []time.Duration
	for tick := range 50 { // 10 s, five pods after each update
		if tick%5 == 0 {
			_, err := env.client.CoreV1().Pods("default").Patch(env, "huge", types.MergePatchType,
				fmt.Appendf(nil, `{"metadata":{"labels":{"update":"%d"}}}`, tick), metav1.PatchOptions{})
			env.must(err)
		}
		name := fmt.Sprintf("pod-%02d", tick)
		created[name] = time.Now()
		env.pods(pod(name, "10m"))
		for next := time.After(200 * time.Millisecond); next != nil; {
			select {
			case event := <-watch.ResultChan():
				latencies = append(latencies, bindLatency(event.Object, created)...)
			case <-next:
				next = nil
			}
		}
	}
	for deadline := time.After(10 * time.Second); len(created) > 0; {
		select {
		case event := <-watch.ResultChan():
			latencies = append(latencies, bindLatency(event.Object, created)...)
		case <-deadline:
			env.fail("%d pods are not bound", len(created))
		}
	}
	slices.Sort(latencies)
	median, longest := latencies[len(latencies)/2], latencies[len(latencies)-1]
	env.logf("%d pods bound, after %d ms in the median and %d ms at most", len(latencies), median.Milliseconds(), longest.Milliseconds())
	if longest > limit {
		env.fail("a pod was bound after %s", longest)
	}
}

// bindLatency returns the time since the creation of a pod that is bound now, and removes the pod from the map.
func bindLatency(object any, created map[string]time.Time) []time.Duration {
	p, ok := object.(*v1.Pod)
	if !ok || p.Spec.NodeName == "" {
		return nil
	}
	since, waits := created[p.Name]
	if !waits {
		return nil
	}
	delete(created, p.Name)
	return []time.Duration{time.Since(since)}
}
