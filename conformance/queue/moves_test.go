//go:build upstream

// Package queue compares recorded queue moves of pods with kube-scheduler's own
// queue. The script check compiles it in a copy of that package.
package queue

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/component-base/metrics/legacyregistry"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
	testingclock "k8s.io/utils/clock/testing"
)

const (
	profileName = "default-scheduler"
	flushPeriod = 30 * time.Second
)

var start = time.Unix(1_000_000, 0)

// TestMoves applies the operation of every recorded line and compares the
// resulting moves of pods.
func TestMoves(t *testing.T) {
	klog.SetLogger(klog.Logger{})
	metrics.Register()
	file, err := os.Open(os.Getenv("QUEUE_MOVES"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	r := newReplay(t)
	number := 0
	for lines.Scan() {
		number++
		operation, want, found := strings.Cut(lines.Text(), " | ")
		if !found {
			t.Fatalf("line %d has no separator \" | \"", number)
		}
		var got string
		if operation == "end" {
			got = r.totals(t)
			r = newReplay(t)
		} else {
			got = r.apply(t, operation)
		}
		if got != want {
			t.Fatalf("line %d: %s\nrecorded       %s\nkube-scheduler %s", number, operation, want, got)
		}
	}
	if number == 0 {
		t.Fatal("the recording is empty")
	}
}

// gate rejects pods with scheduling gates.
type gate struct{}

func (gate) Name() string { return "Gate" }

func (gate) PreEnqueue(_ context.Context, pod *v1.Pod) *fwk.Status {
	if len(pod.Spec.SchedulingGates) == 0 {
		return nil
	}
	return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, "gated")
}

// hints are those of the plugins in QueueReplay.java. An annotation of the
// event's object lists the plugins and pods for which the hint is Queue.
func hints() QueueingHintMap {
	all := QueueingHintMap{}
	on := func(plugin string, resource fwk.EventResource, actions fwk.ActionType, hint fwk.QueueingHintFn) {
		event := fwk.ClusterEvent{Resource: resource, ActionType: actions}
		all[event] = append(all[event], &QueueingHintFunction{PluginName: plugin, QueueingHintFn: hint})
	}
	on("A", fwk.Node, fwk.Add, annotatedHint("A"))
	on("A", fwk.Node, fwk.UpdateNodeTaint, func(klog.Logger, *v1.Pod, any, any) (fwk.QueueingHint, error) {
		return fwk.Queue, nil
	})
	on("B", fwk.Node, fwk.Add|fwk.UpdateNodeLabel|fwk.UpdateNodeTaint, annotatedHint("B"))
	on("B", fwk.Pod, fwk.Delete, annotatedHint("B"))
	on("C", fwk.Pod, fwk.UpdatePodLabel|fwk.UpdatePodToleration, annotatedHint("C"))
	on("D", fwk.Pod, fwk.All, annotatedHint("D"))
	on("Gate", fwk.Pod, fwk.UpdatePodSchedulingGatesEliminated, annotatedHint("Gate"))
	on("Gate", fwk.Node, fwk.Add|fwk.UpdateNodeTaint, annotatedHint("Gate"))
	return all
}

// annotatedHint returns Queue for the pods that the annotation of the event's
// object lists for the plugin.
func annotatedHint(plugin string) fwk.QueueingHintFn {
	return func(_ klog.Logger, unschedulable *v1.Pod, before, after any) (fwk.QueueingHint, error) {
		object := after
		if object == nil {
			object = before
		}
		yes := object.(metav1.Object).GetAnnotations()["yes"]
		for _, each := range strings.Fields(yes) {
			if each == plugin+"/"+unschedulable.Name {
				return fwk.Queue, nil
			}
		}
		return fwk.QueueSkip, nil
	}
}

// replay is one recorded sequence of operations on a queue.
type replay struct {
	queue     *PriorityQueue
	clock     *testingclock.FakeClock
	pods      map[string]*v1.Pod
	inFlight  map[string]*framework.QueuedPodInfo
	states    map[string]string
	lastFlush time.Time
}

func newReplay(t *testing.T) *replay {
	legacyregistry.Reset()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	clock := testingclock.NewFakeClock(start)
	queue := NewPriorityQueue((&queuesort.PrioritySort{}).Less,
		informers.NewSharedInformerFactory(fake.NewClientset(), 0),
		WithClock(clock),
		WithPodMaxInUnschedulablePodsDuration(25*time.Second),
		WithQueueingHintMapPerProfile(QueueingHintMapPerProfile{profileName: hints()}),
		WithPreEnqueuePluginMap(map[string]map[string]fwk.PreEnqueuePlugin{profileName: {"Gate": gate{}}}),
		WithMetricsRecorder(metrics.NewMetricsAsyncRecorder(10, time.Hour, ctx.Done())),
	)
	return &replay{
		queue:     queue,
		clock:     clock,
		pods:      map[string]*v1.Pod{},
		inFlight:  map[string]*framework.QueuedPodInfo{},
		states:    map[string]string{},
		lastFlush: start,
	}
}

func (r *replay) apply(t *testing.T, line string) string {
	words := strings.Fields(line)
	now := start.Add(time.Duration(number(t, words[0])))
	operation, name, more := words[1], words[2], words[3:]
	ctx, logger, q := context.Background(), klog.Logger{}, r.queue
	r.clock.SetTime(now)
	switch operation {
	case "add":
		r.pods[name] = pod(t, name, more)
		q.Add(ctx, r.pods[name])
	case "update":
		before := r.pods[name]
		r.pods[name] = pod(t, name, more)
		q.Update(ctx, before, r.pods[name])
	case "delete":
		q.Delete(logger, r.pods[name])
		delete(r.pods, name)
	case "activate":
		q.Activate(logger, map[string]*v1.Pod{name: r.pods[name]})
	case "pop":
		if got := r.pop(t); got != name {
			return "popped " + got
		}
	case "done":
		q.Done(types.UID(name))
		delete(r.inFlight, name)
		delete(r.pods, name)
	case "back":
		info := r.inFlight[name]
		delete(r.inFlight, name)
		info.ClearRejectorPlugins()
		info.UnschedulablePlugins = plugins(more[0])
		info.PendingPlugins = plugins(more[1])
		info.PodInfo, _ = framework.NewPodInfo(r.pods[name])
		if err := q.AddUnschedulablePodIfNotPresent(logger, info, q.SchedulingCycle()); err != nil {
			t.Fatal(err)
		}
	case "event":
		r.deliver(t, name, strings.Join(more, " "))
	case "ticks":
		for i := range number(t, name) {
			r.tick(now.Add(time.Duration(i) * time.Second))
		}
	default:
		t.Fatalf("unknown operation %q", operation)
	}
	return r.moved()
}

func (r *replay) pop(t *testing.T) string {
	if r.queue.activeQ.len() == 0 && r.queue.backoffQ.(*backoffQueue).lenBackoff() == 0 {
		return "none"
	}
	entity, err := r.queue.Pop(klog.Logger{})
	if err != nil {
		t.Fatal(err)
	}
	info := entity.(*framework.QueuedPodInfo)
	r.inFlight[info.Pod.Name] = info
	return info.Pod.Name
}

func (r *replay) deliver(t *testing.T, event, yes string) {
	node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: "n", Annotations: map[string]string{"yes": yes}}}
	move := func(action fwk.ActionType, before, after any) {
		changed := fwk.ClusterEvent{Resource: fwk.Node, ActionType: action}
		r.queue.MoveAllToActiveOrBackoffQueue(klog.Logger{}, changed, before, after, nil)
	}
	switch event {
	case "NodeAdd":
		move(fwk.Add, nil, node)
	case "NodeDelete":
		move(fwk.Delete, node, nil)
	case "NodeLabel":
		move(fwk.UpdateNodeLabel, node, node)
	case "NodeTaint":
		move(fwk.UpdateNodeTaint, node, node)
	default: // the deletion of a pod, which affects pods up to this priority
		maxPriority := int32(number(t, event))
		gone := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "gone", Annotations: map[string]string{"yes": yes}}}
		r.queue.MoveAllToActiveOrBackoffQueue(klog.Logger{}, framework.EventAssignedPodDelete, gone, nil,
			func(pod *v1.Pod) bool { return *pod.Spec.Priority <= maxPriority })
	}
}

// tick runs the periodic work of the queue's goroutines for one second. It
// flushes unschedulable pods only if there are any.
func (r *replay) tick(now time.Time) {
	r.clock.SetTime(now)
	due := len(r.queue.unschedulableEntities.entityInfoMap) > 0 && !now.Before(r.lastFlush.Add(flushPeriod))
	r.queue.flushBackoffQCompleted(klog.Logger{})
	if due {
		r.queue.flushUnschedulableEntitiesLeftover(klog.Logger{})
		r.lastFlush = now.Add(-(now.Sub(r.lastFlush) % flushPeriod))
	}
}

// pod creates a pod from its priority, its label, its number of tolerations and
// further words.
func pod(t *testing.T, name string, words []string) *v1.Pod {
	priority := int32(number(t, words[0]))
	p := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: "default", Name: name, UID: types.UID(name),
			Labels:      map[string]string{"x": words[1]},
			Annotations: map[string]string{"yes": strings.Join(words[3:], " ")},
		},
		Spec: v1.PodSpec{SchedulerName: profileName, Priority: &priority},
	}
	for i := range number(t, words[2]) {
		p.Spec.Tolerations = append(p.Spec.Tolerations,
			v1.Toleration{Key: fmt.Sprint("k", i), Operator: v1.TolerationOpExists})
	}
	if len(words) > 3 && words[3] == "gated" {
		p.Spec.SchedulingGates = []v1.PodSchedulingGate{{Name: "g"}}
	}
	return p
}

func plugins(list string) sets.Set[string] {
	if list == "-" {
		return sets.New[string]()
	}
	return sets.New(strings.Split(list, ",")...)
}

func number(t *testing.T, word string) int64 {
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// moved lists the pods whose state has changed since the last call.
func (r *replay) moved() string {
	now := r.current()
	var moved []string
	for _, name := range sorted(now) {
		if now[name] != r.states[name] {
			moved = append(moved, name+"="+now[name])
		}
	}
	for _, name := range sorted(r.states) {
		if now[name] == "" {
			moved = append(moved, name+"=gone")
		}
	}
	r.states = now
	if len(moved) == 0 {
		return "-"
	}
	return strings.Join(moved, ", ")
}

// current returns the state and the number of attempts of every pod.
func (r *replay) current() map[string]string {
	q := r.queue
	states := map[string]string{}
	note := func(pods []*v1.Pod, state func(*framework.QueuedPodInfo) string) {
		for _, pod := range pods {
			info, _ := q.GetPod(pod.Name, pod.Namespace, nil)
			states[pod.Name] = fmt.Sprint(state(info), " ", info.Attempts)
		}
	}
	note(q.PodsInActiveQ(), func(*framework.QueuedPodInfo) string { return "active" })
	note(q.PodsInBackoffQ(), func(info *framework.QueuedPodInfo) string {
		if q.backoffQ.(*backoffQueue).entityErrorBackoffQ.Has(info) {
			return "error backoff"
		}
		return "backoff"
	})
	note(q.UnschedulablePods(), func(info *framework.QueuedPodInfo) string {
		if info.Gated() {
			return "gated"
		}
		return "unschedulable"
	})
	for _, pod := range q.activeQ.listInFlightPods() {
		states[pod.Name] = fmt.Sprint("inflight ", r.inFlight[pod.Name].Attempts)
	}
	return states
}

// totals returns the moves into each queue by event, and the numbers of in-flight
// pods and events.
func (r *replay) totals(t *testing.T) string {
	families, err := legacyregistry.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]string{}
	for _, family := range families {
		if family.GetName() != "scheduler_queue_incoming_pods_total" {
			continue
		}
		for _, metric := range family.Metric {
			labels := map[string]string{}
			for _, label := range metric.Label {
				labels[label.GetName()] = label.GetValue()
			}
			counts[labels["queue"]+"/"+labels["event"]] = fmt.Sprint(metric.GetCounter().GetValue())
		}
	}
	var moves []string
	for _, name := range sorted(counts) {
		moves = append(moves, name+"="+counts[name])
	}
	events := 0
	for _, entry := range r.queue.activeQ.listInFlightEvents() {
		if _, ok := entry.(*clusterEvent); ok {
			events++
		}
	}
	return fmt.Sprintf("{%s} %d %d", strings.Join(moves, ", "), len(r.queue.activeQ.listInFlightPods()), events)
}

func sorted(m map[string]string) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
