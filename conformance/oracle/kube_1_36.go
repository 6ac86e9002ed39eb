//go:build kube136

package main

import (
	"context"

	v1 "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	"k8s.io/client-go/informers"
	clientset "k8s.io/client-go/kubernetes"
	resourceslicetracker "k8s.io/dynamic-resource-allocation/resourceslice/tracker"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler"
	internalcache "k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework/preemption"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
)

// What differs between the supported versions: this is 1.36.

func newCache(ctx context.Context) internalcache.Cache {
	return internalcache.New(ctx, nil, false)
}

func newInformerFactory(client clientset.Interface) informers.SharedInformerFactory {
	return scheduler.NewInformerFactory(client, 0)
}

func withSnapshot(s *internalcache.Snapshot) []frameworkruntime.Option {
	return []frameworkruntime.Option{frameworkruntime.WithSnapshotSharedLister(s)}
}

func newTracker(ctx context.Context, factory informers.SharedInformerFactory) (*resourceslicetracker.Tracker, error) {
	return resourceslicetracker.StartTracker(ctx, resourceslicetracker.Options{
		SliceInformer: factory.Resource().V1().ResourceSlices(),
	})
}

func disableEvictions(executor *preemption.Executor) {
	executor.PreemptPod = func(context.Context, preemption.Candidate, preemption.ExecutorPreemptor, *v1.Pod, string) error {
		return nil
	}
}

// SelectVictimsOnNode notes what the plugin selects.
func (r *preemptionRecorder) SelectVictimsOnNode(ctx context.Context, state fwk.CycleState, pod *v1.Pod,
	node fwk.NodeInfo, pdbs []*policy.PodDisruptionBudget) ([]*v1.Pod, int, *fwk.Status) {
	victims, violations, s := r.DefaultPreemption.SelectVictimsOnNode(ctx, state, pod, node, pdbs)
	r.note(node, victims, violations, s)
	return victims, violations, s
}
