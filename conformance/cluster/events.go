package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Events come after binds, and a scheduler may hold them back or drop them. Counting by the number of objects that a
// list of one leaves out costs the API server next to nothing.
const (
	eventPoll    = 100 * time.Millisecond
	eventsStall  = 20 * time.Second
	listedAtOnce = 1
)

// awaitEvents waits until every bound pod has its Scheduled event.
func (r *run) awaitEvents(ctx context.Context) error {
	last, moved := -1, time.Now()
	for {
		n, err := r.countEvents(ctx)
		if err != nil {
			return err
		}
		if n != last {
			last, moved = n, time.Now()
		}
		if n >= r.count {
			missing, err := r.untold(ctx)
			if err != nil {
				return err
			}
			if missing == 0 {
				return nil
			}
		}
		if time.Since(moved) > eventsStall {
			missing, err := r.untold(ctx)
			return errors.Join(err, fmt.Errorf("%d bound pods have no Scheduled event", missing))
		}
		select {
		case <-time.After(eventPoll):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// countEvents is the number of events about measured pods, whatever they say.
func (r *run) countEvents(ctx context.Context) (int, error) {
	list, err := r.client.EventsV1().Events(measuredNamespace).List(ctx, metav1.ListOptions{Limit: listedAtOnce})
	if err != nil {
		return 0, err
	}
	n := len(list.Items)
	if list.RemainingItemCount != nil {
		n += int(*list.RemainingItemCount)
	}
	return n, nil
}

// untold is the number of bound pods without a Scheduled event.
func (r *run) untold(ctx context.Context) (int, error) {
	list, err := r.client.EventsV1().Events(measuredNamespace).List(ctx, metav1.ListOptions{FieldSelector: "reason=Scheduled"})
	if err != nil {
		return 0, err
	}
	told := map[string]bool{}
	for _, e := range list.Items {
		told[e.Regarding.Name] = true
	}
	missing := 0
	for name := range r.nodeOf {
		if !told[name] {
			missing++
		}
	}
	return missing, nil
}
