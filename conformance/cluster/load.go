package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
)

const (
	nodesUnderLoad   = 198
	watchesOfAllPods = 2
	maxMiBUnderLoad  = 2048
)

// podWatch is one watch under load and the state that it has received.
type podWatch struct {
	node  string // empty: all pods
	mu    sync.Mutex
	added map[string]bool
	runs  map[string]string // nodes of the running pods, by pod
	last  int64
	count int64
	err   error
}

// running returns the number of pods that the watch has reported as running.
func (w *podWatch) running() (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.runs), w.err
}

// watchesUnderLoad creates pods at a steady rate while 198 watches each follow one node and two watches follow all pods.
// Each watch must be complete and in order.
func watchesUnderLoad(ctx context.Context, o embeddedOptions) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, o.length+3*time.Minute)
	defer cancel()
	e, err := startEmbedded(ctx, o)
	if err != nil {
		return "", err
	}
	defer e.end()
	total := int(o.length.Seconds()) * o.rate
	if err := e.nodes(ctx, nodesUnderLoad, "10000", "10000"); err != nil {
		return "", err
	}
	list, err := e.client.CoreV1().Pods("").List(ctx, metav1.ListOptions{Limit: 1})
	if err != nil {
		return "", err
	}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	var watches []*podWatch
	var open, ended sync.WaitGroup
	for i := range nodesUnderLoad + watchesOfAllPods {
		w := &podWatch{added: map[string]bool{}, runs: map[string]string{}}
		if i < nodesUnderLoad {
			w.node = nodeName(i)
		}
		watches = append(watches, w)
		open.Add(1)
		ended.Go(func() { w.follow(watching, e.config, list.ResourceVersion, open.Done) })
	}
	open.Wait()

	began := time.Now()
	var failures atomic.Int64
	var firstFailure atomic.Pointer[error]
	var sending sync.WaitGroup
	queue := make(chan int, o.rate)
	for range 48 {
		sending.Go(func() {
			for i := range queue {
				p := named(basicPod(), metav1.NamespaceDefault, "pod", i)
				if _, err := e.client.CoreV1().Pods(p.Namespace).Create(ctx, p, metav1.CreateOptions{}); err != nil {
					failures.Add(1)
					firstFailure.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	for i := range total {
		time.Sleep(time.Until(began.Add(time.Duration(i) * time.Second / time.Duration(o.rate))))
		queue <- i
	}
	close(queue)
	sending.Wait()
	took := time.Since(began)
	if failures.Load() > 0 {
		return "", fmt.Errorf("%d of %d creations failed, the first with: %v", failures.Load(), total, *firstFailure.Load())
	}
	if err := awaitCompleteWatches(ctx, watches, total); err != nil {
		return "", err
	}
	settled := time.Since(began)
	used := e.used()
	stop()
	ended.Wait()
	var events int64
	for _, w := range watches {
		events += w.count
	}
	if used.peakMiB > maxMiBUnderLoad {
		return "", fmt.Errorf("the peak memory is %.0f MiB, want at most %d", used.peakMiB, maxMiBUnderLoad)
	}
	return fmt.Sprintf("%d pods created in %.1f s (%.0f/s), all bound and watched after %.1f s, %d events on %d watches, peak %.0f MiB, %.1f CPU seconds",
		total, took.Seconds(), float64(total)/took.Seconds(), settled.Seconds(), events, len(watches), used.peakMiB, used.cpu), nil
}

// awaitCompleteWatches waits until the watches on all pods have reported each pod as running, and each other watch the pods
// of its node.
func awaitCompleteWatches(ctx context.Context, watches []*podWatch, total int) error {
	all := watches[nodesUnderLoad:]
	wanted := map[string]int{}
	for _, w := range append(all, watches[:nodesUnderLoad]...) {
		expected := total
		if w.node != "" {
			expected = wanted[w.node]
		}
		for {
			seen, err := w.running()
			if err != nil {
				return fmt.Errorf("the watch on node %q: %w", w.node, err)
			}
			if seen == expected {
				break
			}
			if seen > expected {
				return fmt.Errorf("the watch on node %q reported %d running pods, want %d", w.node, seen, expected)
			}
			select {
			case <-time.After(20 * time.Millisecond):
			case <-ctx.Done():
				return fmt.Errorf("the watch on node %q reported %d of %d running pods", w.node, seen, expected)
			}
		}
		if w == all[0] {
			for _, node := range w.runs {
				wanted[node]++
			}
		}
	}
	return nil
}

// follow runs the watch until ctx ends. opened is called once, when the watch is open or has failed.
func (w *podWatch) follow(ctx context.Context, config *rest.Config, from string, opened func()) {
	var once sync.Once
	defer once.Do(opened)
	if err := w.watch(ctx, config, from, func() { once.Do(opened) }); err != nil && ctx.Err() == nil {
		w.mu.Lock()
		w.err = err
		w.mu.Unlock()
	}
}

func (w *podWatch) watch(ctx context.Context, config *rest.Config, from string, opened func()) error {
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return err
	}
	query := url.Values{"watch": {"1"}, "resourceVersion": {from}}
	if w.node != "" {
		query.Set("fieldSelector", "spec.nodeName="+w.node)
	}
	request, err := http.NewRequestWithContext(ctx, "GET", config.Host+"/api/v1/pods?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the API server responded with %s", response.Status)
	}
	opened()
	decoder := json.NewDecoder(bufio.NewReaderSize(response.Body, 1<<16))
	for {
		var event podEvent
		if err := decoder.Decode(&event); err != nil {
			return fmt.Errorf("after %d events: %w", w.count, err)
		}
		if err := w.observe(event); err != nil {
			return err
		}
	}
}

type podEvent struct {
	Type   string
	Object struct {
		Metadata struct{ Name, ResourceVersion string }
		Spec     struct{ NodeName string }
		Status   struct{ Phase string }
	}
}

func (w *podWatch) observe(event podEvent) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	pod := event.Object
	version, err := strconv.ParseInt(pod.Metadata.ResourceVersion, 10, 64)
	if err != nil {
		return err
	}
	if version <= w.last {
		return fmt.Errorf("%s of pod %s has resource version %d, which does not follow %d", event.Type, pod.Metadata.Name, version, w.last)
	}
	w.last = version
	w.count++
	known := w.added[pod.Metadata.Name]
	switch {
	case event.Type == "ADDED" && known, event.Type == "MODIFIED" && !known:
		return fmt.Errorf("unexpected %s of pod %s, known: %t", event.Type, pod.Metadata.Name, known)
	case event.Type != "ADDED" && event.Type != "MODIFIED":
		return fmt.Errorf("unexpected %s of pod %s", event.Type, pod.Metadata.Name)
	case w.node != "" && pod.Spec.NodeName != w.node:
		return fmt.Errorf("pod %s is on node %q", pod.Metadata.Name, pod.Spec.NodeName)
	}
	w.added[pod.Metadata.Name] = true
	if pod.Status.Phase == "Running" {
		w.runs[pod.Metadata.Name] = pod.Spec.NodeName
	}
	return nil
}
