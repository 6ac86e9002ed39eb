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
	watchersOfAll    = 2
	mostMiBUnderLoad = 2048
)

// follower is one watch under load: what it has seen, and what it ought to see.
type follower struct {
	node  string // empty for all pods
	mu    sync.Mutex
	added map[string]bool
	runs  map[string]string // pods that run, and where
	last  int64
	count int64
	err   error
}

// running is how many pods it has seen running.
func (f *follower) running() (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.runs), f.err
}

// takesLoad creates pods at a steady rate while 198 watches follow one node each and two follow everything. Every watch must be
// complete and in order.
func takesLoad(ctx context.Context, o embeddedOptions) (string, error) {
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
	var followers []*follower
	var open, ended sync.WaitGroup
	for i := range nodesUnderLoad + watchersOfAll {
		f := &follower{added: map[string]bool{}, runs: map[string]string{}}
		if i < nodesUnderLoad {
			f.node = nodeName(i)
		}
		followers = append(followers, f)
		open.Add(1)
		ended.Go(func() { f.follow(watching, e.config, list.ResourceVersion, open.Done) })
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
	if err := everythingSeen(ctx, followers, total); err != nil {
		return "", err
	}
	settled := time.Since(began)
	used := e.used()
	stop()
	ended.Wait()
	var events int64
	for _, f := range followers {
		events += f.count
	}
	if used.peakMiB > mostMiBUnderLoad {
		return "", fmt.Errorf("it took %.0f MiB, the most is %d", used.peakMiB, mostMiBUnderLoad)
	}
	return fmt.Sprintf("%d pods created in %.1f s (%.0f/s), all bound and seen after %.1f s, %d events on %d watches, peak %.0f MiB, %.1f CPU seconds",
		total, took.Seconds(), float64(total)/took.Seconds(), settled.Seconds(), events, len(followers), used.peakMiB, used.cpu), nil
}

// everythingSeen waits until the watches on all pods have seen each of them run, and every other those on its node.
func everythingSeen(ctx context.Context, followers []*follower, total int) error {
	all := followers[nodesUnderLoad:]
	wanted := map[string]int{}
	for _, f := range append(all, followers[:nodesUnderLoad]...) {
		expected := total
		if f.node != "" {
			expected = wanted[f.node]
		}
		for {
			seen, err := f.running()
			if err != nil {
				return fmt.Errorf("the watch on %q: %w", f.node, err)
			}
			if seen == expected {
				break
			}
			if seen > expected {
				return fmt.Errorf("the watch on %q saw %d pods run, not %d", f.node, seen, expected)
			}
			select {
			case <-time.After(20 * time.Millisecond):
			case <-ctx.Done():
				return fmt.Errorf("the watch on %q saw %d of %d pods run", f.node, seen, expected)
			}
		}
		if f == all[0] {
			for _, node := range f.runs {
				wanted[node]++
			}
		}
	}
	return nil
}

// follow watches until the context ends.
func (f *follower) follow(ctx context.Context, config *rest.Config, from string, opened func()) {
	var once sync.Once
	defer once.Do(opened)
	if err := f.watch(ctx, config, from, func() { once.Do(opened) }); err != nil && ctx.Err() == nil {
		f.mu.Lock()
		f.err = err
		f.mu.Unlock()
	}
}

func (f *follower) watch(ctx context.Context, config *rest.Config, from string, opened func()) error {
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return err
	}
	query := url.Values{"watch": {"1"}, "resourceVersion": {from}}
	if f.node != "" {
		query.Set("fieldSelector", "spec.nodeName="+f.node)
	}
	request, err := http.NewRequestWithContext(ctx, "GET", config.Host+"/api/v1/pods?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("answered with %s", answer.Status)
	}
	opened()
	decoder := json.NewDecoder(bufio.NewReaderSize(answer.Body, 1<<16))
	for {
		var event podEvent
		if err := decoder.Decode(&event); err != nil {
			return fmt.Errorf("after %d events: %w", f.count, err)
		}
		if err := f.see(event); err != nil {
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

func (f *follower) see(event podEvent) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	pod := event.Object
	version, err := strconv.ParseInt(pod.Metadata.ResourceVersion, 10, 64)
	if err != nil {
		return err
	}
	if version <= f.last {
		return fmt.Errorf("%s of %s at %d came after %d", event.Type, pod.Metadata.Name, version, f.last)
	}
	f.last = version
	f.count++
	known := f.added[pod.Metadata.Name]
	switch {
	case event.Type == "ADDED" && known, event.Type == "MODIFIED" && !known:
		return fmt.Errorf("%s of %s, known: %t", event.Type, pod.Metadata.Name, known)
	case event.Type != "ADDED" && event.Type != "MODIFIED":
		return fmt.Errorf("%s of %s", event.Type, pod.Metadata.Name)
	case f.node != "" && pod.Spec.NodeName != f.node:
		return fmt.Errorf("%s is on %q", pod.Metadata.Name, pod.Spec.NodeName)
	}
	f.added[pod.Metadata.Name] = true
	if pod.Status.Phase == "Running" {
		f.runs[pod.Metadata.Name] = pod.Spec.NodeName
	}
	return nil
}
