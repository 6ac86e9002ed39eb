package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// volumeTests check how the scheduler binds and provisions volumes.
var volumeTests = []clusterTest{
	{"binds-existing-volumes", false, staticVolumes},
	{"provisions-volumes", false, provisionedVolumes},
	{"respects-storage-capacity", false, storageCapacity},
	{"preempts-for-read-write-once-pod", false, readWriteOncePod},
	{"volume-taken-before-bind", false, takenVolume},
}

const (
	selectedNode  = "volume.kubernetes.io/selected-node"
	bindCompleted = "pv.kubernetes.io/bind-completed"
	driver        = "csi.example.com"
	zone          = "topology.kubernetes.io/zone"
)

// volumeController completes the binding of claims to their volumes and provisions volumes for claims with a selected
// node. It replaces the controllers that the control plane of a cluster test lacks.
type volumeController struct {
	client kubernetes.Interface
	mu     sync.Mutex
	paused bool
}

func (env *testEnv) volumeController() *volumeController {
	client, err := env.plane.client()
	env.must(err)
	c := &volumeController{client: client}
	go func() {
		for env.Err() == nil {
			c.mu.Lock()
			if !c.paused {
				c.reconcile(env)
			}
			c.mu.Unlock()
			select {
			case <-env.Done():
			case <-time.After(200 * time.Millisecond):
			}
		}
	}()
	return c
}

func (c *volumeController) pause(paused bool) {
	c.mu.Lock()
	c.paused = paused
	c.mu.Unlock()
}

// reconcile processes every volume and claim. After a conflict, the next call retries.
func (c *volumeController) reconcile(ctx context.Context) {
	volumes, err := c.client.CoreV1().PersistentVolumes().List(ctx, metav1.ListOptions{})
	if err != nil {
		return
	}
	for i := range volumes.Items {
		if v := &volumes.Items[i]; v.Status.Phase == v1.VolumePending || v.Status.Phase == "" {
			v.Status.Phase = v1.VolumeAvailable
			c.client.CoreV1().PersistentVolumes().UpdateStatus(ctx, v, metav1.UpdateOptions{})
		}
	}
	claims, err := c.client.CoreV1().PersistentVolumeClaims("default").List(ctx, metav1.ListOptions{})
	if err != nil {
		return
	}
	for i := range claims.Items {
		claim := &claims.Items[i]
		if claim.Spec.VolumeName != "" {
			continue
		}
		if v := volumeOf(claim, volumes.Items); v != nil {
			c.bind(ctx, claim, v)
		} else if claim.Annotations[selectedNode] != "" {
			c.provision(ctx, claim)
		}
	}
}

func volumeOf(claim *v1.PersistentVolumeClaim, volumes []v1.PersistentVolume) *v1.PersistentVolume {
	for i := range volumes {
		if r := volumes[i].Spec.ClaimRef; r != nil && r.UID == claim.UID {
			return &volumes[i]
		}
	}
	return nil
}

func (c *volumeController) bind(ctx context.Context, claim *v1.PersistentVolumeClaim, v *v1.PersistentVolume) {
	v.Status.Phase = v1.VolumeBound
	if _, err := c.client.CoreV1().PersistentVolumes().UpdateStatus(ctx, v, metav1.UpdateOptions{}); err != nil {
		return
	}
	claim.Spec.VolumeName = v.Name
	if claim.Annotations == nil {
		claim.Annotations = map[string]string{}
	}
	claim.Annotations[bindCompleted] = "yes"
	bound, err := c.client.CoreV1().PersistentVolumeClaims("default").Update(ctx, claim, metav1.UpdateOptions{})
	if err != nil {
		return
	}
	bound.Status.Phase = v1.ClaimBound
	c.client.CoreV1().PersistentVolumeClaims("default").UpdateStatus(ctx, bound, metav1.UpdateOptions{})
}

func (c *volumeController) provision(ctx context.Context, claim *v1.PersistentVolumeClaim) {
	v := volume("pvc-"+string(claim.UID), *claim.Spec.StorageClassName, claim.Spec.Resources.Requests.Storage().String())
	v.Spec.AccessModes = claim.Spec.AccessModes
	v.Spec.ClaimRef = &v1.ObjectReference{Kind: "PersistentVolumeClaim", APIVersion: "v1", Namespace: claim.Namespace, Name: claim.Name, UID: claim.UID}
	c.client.CoreV1().PersistentVolumes().Create(ctx, v, metav1.CreateOptions{})
}

func volume(name, class, size string, nodes ...string) *v1.PersistentVolume {
	v := &v1.PersistentVolume{ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: v1.PersistentVolumeSpec{StorageClassName: class, Capacity: v1.ResourceList{v1.ResourceStorage: resource.MustParse(size)},
			AccessModes:            []v1.PersistentVolumeAccessMode{v1.ReadWriteOnce},
			PersistentVolumeSource: v1.PersistentVolumeSource{CSI: &v1.CSIPersistentVolumeSource{Driver: driver, VolumeHandle: name}}}}
	if len(nodes) > 0 {
		v.Spec.NodeAffinity = &v1.VolumeNodeAffinity{Required: &v1.NodeSelector{NodeSelectorTerms: []v1.NodeSelectorTerm{{
			MatchExpressions: []v1.NodeSelectorRequirement{{Key: v1.LabelHostname, Operator: v1.NodeSelectorOpIn, Values: nodes}}}}}}
	}
	return v
}

func (env *testEnv) volumes(volumes ...*v1.PersistentVolume) {
	for _, v := range volumes {
		_, err := env.client.CoreV1().PersistentVolumes().Create(env, v, metav1.CreateOptions{})
		env.must(err)
	}
}

func (env *testEnv) claim(name, class, size string, mode v1.PersistentVolumeAccessMode) {
	_, err := env.client.CoreV1().PersistentVolumeClaims("default").Create(env, &v1.PersistentVolumeClaim{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: v1.PersistentVolumeClaimSpec{StorageClassName: &class, AccessModes: []v1.PersistentVolumeAccessMode{mode},
			Resources: v1.VolumeResourceRequirements{Requests: v1.ResourceList{v1.ResourceStorage: resource.MustParse(size)}}}}, metav1.CreateOptions{})
	env.must(err)
}

// storageClass creates a class whose claims wait for their first consumer.
func (env *testEnv) storageClass(name, provisioner string) {
	wait := storagev1.VolumeBindingWaitForFirstConsumer
	_, err := env.client.StorageV1().StorageClasses().Create(env, &storagev1.StorageClass{
		ObjectMeta: metav1.ObjectMeta{Name: name}, Provisioner: provisioner, VolumeBindingMode: &wait}, metav1.CreateOptions{})
	env.must(err)
}

func using(claims ...string) func(*v1.Pod) {
	return func(p *v1.Pod) {
		for i, c := range claims {
			p.Spec.Volumes = append(p.Spec.Volumes, v1.Volume{Name: fmt.Sprintf("v%d", i),
				VolumeSource: v1.VolumeSource{PersistentVolumeClaim: &v1.PersistentVolumeClaimVolumeSource{ClaimName: c}}})
		}
	}
}

func (env *testEnv) getClaim(name string) *v1.PersistentVolumeClaim {
	c, err := env.client.CoreV1().PersistentVolumeClaims("default").Get(env, name, metav1.GetOptions{})
	env.must(err)
	return c
}

func (env *testEnv) expectOn(name, node string) {
	if p := env.get(name); p == nil || p.Spec.NodeName != node {
		env.fail("pod %s is not on %s: %+v", name, node, p)
	}
}

func staticVolumes(env *testEnv) {
	env.nodes(node("n1", "4"), node("n2", "4"))
	env.volumeController()
	env.storageClass("local", "kubernetes.io/no-provisioner")
	env.volumes(volume("small", "local", "1Gi", "n1"), volume("large", "local", "20Gi", "n2"))
	env.claim("data", "local", "10Gi", v1.ReadWriteOnce)
	env.startWithoutElection(env.subject)
	env.pods(pod("web", "100m", using("data")))
	env.awaitBound("web")
	env.expectOn("web", "n2")
	c := env.getClaim("data")
	v, err := env.client.CoreV1().PersistentVolumes().Get(env, "large", metav1.GetOptions{})
	env.must(err)
	if c.Spec.VolumeName != "large" || v.Spec.ClaimRef == nil || v.Spec.ClaimRef.UID != c.UID {
		env.fail("claim %+v, volume %+v", c.Spec, v.Spec)
	}
	// The update must keep the fields that the scheduler does not read.
	if v.Spec.CSI == nil || v.Spec.CSI.VolumeHandle != "large" || v.Spec.PersistentVolumeReclaimPolicy == "" || v.Annotations["pv.kubernetes.io/bound-by-controller"] != "yes" {
		env.fail("volume after binding: %+v %+v", v.Spec, v.Annotations)
	}
	env.claim("more", "local", "100Gi", v1.ReadWriteOnce)
	env.pods(pod("late", "100m", using("more")))
	c2 := env.awaitCondition("late", "Unschedulable")
	if !strings.Contains(c2.Message, "2 node(s) didn't find available persistent volumes to bind") {
		env.fail("the condition of late has message %q", c2.Message)
	}
	env.volumes(volume("huge", "local", "200Gi", "n1"))
	env.awaitBound("late")
	env.expectOn("late", "n1")
}

func provisionedVolumes(env *testEnv) {
	env.nodes(node("n1", "4"), node("n2", "4"))
	env.volumeController()
	env.storageClass("dynamic", driver)
	env.startWithoutElection(env.subject)
	for i := 0; i < 20; i++ {
		env.claim(fmt.Sprintf("data-%d", i), "dynamic", "1Gi", v1.ReadWriteOnce)
		env.pods(pod(fmt.Sprintf("web-%d", i), "10m", using(fmt.Sprintf("data-%d", i))))
	}
	env.awaitAllBound(time.Minute)
	for i := 0; i < 20; i++ {
		c, p := env.getClaim(fmt.Sprintf("data-%d", i)), env.get(fmt.Sprintf("web-%d", i))
		if c.Annotations[selectedNode] != p.Spec.NodeName || c.Annotations[bindCompleted] == "" {
			env.fail("pod on %s, claim %+v", p.Spec.NodeName, c.Annotations)
		}
	}
}

func storageCapacity(env *testEnv) {
	inZone := func(z string) func(*v1.Node) { return func(n *v1.Node) { n.Labels[zone] = z } }
	env.nodes(node("n1", "4", inZone("a")), node("n2", "4", inZone("b")))
	env.volumeController()
	env.storageClass("dynamic", driver)
	counts := true
	_, err := env.client.StorageV1().CSIDrivers().Create(env, &storagev1.CSIDriver{ObjectMeta: metav1.ObjectMeta{Name: driver},
		Spec: storagev1.CSIDriverSpec{StorageCapacity: &counts}}, metav1.CreateOptions{})
	env.must(err)
	capacity := func(name, z, size string) {
		q := resource.MustParse(size)
		_, err := env.client.StorageV1().CSIStorageCapacities("default").Create(env, &storagev1.CSIStorageCapacity{
			ObjectMeta: metav1.ObjectMeta{Name: name}, StorageClassName: "dynamic", Capacity: &q,
			NodeTopology: &metav1.LabelSelector{MatchLabels: map[string]string{zone: z}}}, metav1.CreateOptions{})
		env.must(err)
	}
	capacity("a", "a", "1Gi")
	capacity("b", "b", "10Gi")
	env.startWithoutElection(env.subject)
	env.claim("data", "dynamic", "5Gi", v1.ReadWriteOnce)
	env.pods(pod("web", "10m", using("data")))
	env.awaitBound("web")
	env.expectOn("web", "n2")
	env.claim("more", "dynamic", "50Gi", v1.ReadWriteOnce)
	env.pods(pod("late", "10m", using("more")))
	if c := env.awaitCondition("late", "Unschedulable"); !strings.Contains(c.Message, "2 node(s) did not have enough free storage") {
		env.fail("the condition of late has message %q", c.Message)
	}
	capacity("a2", "a", "100Gi")
	env.awaitBound("late")
	env.expectOn("late", "n1")
}

func readWriteOncePod(env *testEnv) {
	env.nodes(node("n1", "4"))
	env.priorityClasses()
	env.volumeController()
	env.storageClass("dynamic", driver)
	env.claim("data", "dynamic", "1Gi", v1.ReadWriteOncePod)
	env.startWithoutElection(env.subject)
	env.pods(pod("first", "10m", using("data")))
	env.awaitBound("first")
	env.pods(pod("second", "10m", using("data")))
	if c := env.awaitCondition("second", "Unschedulable"); !strings.Contains(c.Message, "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod") {
		env.fail("the condition of second has message %q", c.Message)
	}
	env.pods(pod("urgent", "10m", using("data"), func(p *v1.Pod) { p.Spec.PriorityClassName = "high" }))
	env.awaitBound("urgent")
	if env.get("first") != nil {
		env.fail("first still exists")
	}
}

// takenVolume removes the claim reference from the volume between the decision and the bind. Until then the controller is
// paused, so that the scheduler waits for it.
func takenVolume(env *testEnv) {
	env.nodes(node("n1", "4"), node("n2", "4"))
	controller := env.volumeController()
	env.storageClass("local", "kubernetes.io/no-provisioner")
	env.volumes(volume("a", "local", "1Gi", "n1"), volume("b", "local", "2Gi", "n2"))
	env.eventually("the volumes are available", 10*time.Second, func() bool {
		v, err := env.client.CoreV1().PersistentVolumes().Get(env, "b", metav1.GetOptions{})
		return err == nil && v.Status.Phase == v1.VolumeAvailable
	})
	controller.pause(true)
	env.claim("data", "local", "1Gi", v1.ReadWriteOnce)
	env.startWithoutElection(env.subject)
	env.pods(pod("web", "10m", using("data")))
	var chosen *v1.PersistentVolume
	env.eventually("a volume refers to the claim", 20*time.Second, func() bool {
		for _, name := range []string{"a", "b"} {
			if v, err := env.client.CoreV1().PersistentVolumes().Get(env, name, metav1.GetOptions{}); err == nil && v.Spec.ClaimRef != nil {
				chosen = v
			}
		}
		return chosen != nil
	})
	if env.get("web").Spec.NodeName != "" {
		env.fail("web was bound before its claim")
	}
	chosen.Spec.ClaimRef = nil
	chosen.Annotations = nil
	_, err := env.client.CoreV1().PersistentVolumes().Update(env, chosen, metav1.UpdateOptions{})
	env.must(err)
	controller.pause(false)
	env.awaitBound("web")
	c, p := env.getClaim("data"), env.get("web")
	on := map[string]string{"a": "n1", "b": "n2"}
	if on[c.Spec.VolumeName] != p.Spec.NodeName {
		env.fail("web is on node %s with volume %s", p.Spec.NodeName, c.Spec.VolumeName)
	}
	volumes, err := env.client.CoreV1().PersistentVolumes().List(env, metav1.ListOptions{})
	env.must(err)
	for _, v := range volumes.Items {
		if v.Name != c.Spec.VolumeName && v.Spec.ClaimRef != nil {
			env.fail("volume %s refers to claim %+v", v.Name, v.Spec.ClaimRef)
		}
	}
}
