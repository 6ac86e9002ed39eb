package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// A scheduler writes events after binds, and it can delay or drop them. A list with a limit of one returns the remaining
// item count, which costs the API server almost nothing.
const (
	eventPoll      = 100 * time.Millisecond
	eventsStall    = 20 * time.Second
	eventListLimit = 1
)

// awaitEvents waits until every bound pod has its Scheduled event.
func (r *run) awaitEvents(ctx context.Context) error {
	last, changed := -1, time.Now()
	for {
		n, err := r.countEvents(ctx)
		if err != nil {
			return err
		}
		if n != last {
			last, changed = n, time.Now()
		}
		if n >= r.count {
			missing, err := r.podsWithoutEvent(ctx)
			if err != nil {
				return err
			}
			if missing == 0 {
				return nil
			}
		}
		if time.Since(changed) > eventsStall {
			missing, err := r.podsWithoutEvent(ctx)
			return errors.Join(err, fmt.Errorf("%d bound pods have no Scheduled event", missing))
		}
		select {
		case <-time.After(eventPoll):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// countEvents returns the number of events of all kinds about measured pods.
func (r *run) countEvents(ctx context.Context) (int, error) {
	list, err := r.client.EventsV1().Events(measuredNamespace).List(ctx, metav1.ListOptions{Limit: eventListLimit})
	if err != nil {
		return 0, err
	}
	n := len(list.Items)
	if list.RemainingItemCount != nil {
		n += int(*list.RemainingItemCount)
	}
	return n, nil
}

// podsWithoutEvent returns the number of bound pods without a Scheduled event.
func (r *run) podsWithoutEvent(ctx context.Context) (int, error) {
	list, err := r.client.EventsV1().Events(measuredNamespace).List(ctx, metav1.ListOptions{FieldSelector: "reason=Scheduled"})
	if err != nil {
		return 0, err
	}
	reported := map[string]bool{}
	for _, e := range list.Items {
		reported[e.Regarding.Name] = true
	}
	missing := 0
	for name := range r.nodeOf {
		if !reported[name] {
			missing++
		}
	}
	return missing, nil
}
