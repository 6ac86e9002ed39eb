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

var volumeTrials = []trial{
	{"binds-volumes-that-exist", false, staticVolumes},
	{"has-volumes-made", false, madeVolumes},
	{"counts-storage-capacity", false, storageCapacity},
	{"preempts-for-a-claim-of-one-pod", false, claimOfOnePod},
	{"a-volume-is-taken-before-it-is-bound", false, takenVolume},
}

const (
	selectedNode  = "volume.kubernetes.io/selected-node"
	bindCompleted = "pv.kubernetes.io/bind-completed"
	driver        = "csi.example.com"
	zone          = "topology.kubernetes.io/zone"
)

// volumeController binds both sides of what belongs together and makes volumes for claims that
// name a node: the part of the cluster that these trials need and a bare control plane lacks.
type volumeController struct {
	client kubernetes.Interface
	mu     sync.Mutex
	paused bool
}

func (s *scene) volumeController() *volumeController {
	client, err := s.plane.client()
	s.must(err)
	c := &volumeController{client: client}
	go func() {
		for s.Err() == nil {
			c.mu.Lock()
			if !c.paused {
				c.once(s)
			}
			c.mu.Unlock()
			select {
			case <-s.Done():
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

// once looks at every claim; what somebody else changes meanwhile is seen the next time.
func (c *volumeController) once(ctx context.Context) {
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
		if v := given(claim, volumes.Items); v != nil {
			c.bind(ctx, claim, v)
		} else if claim.Annotations[selectedNode] != "" {
			c.make(ctx, claim)
		}
	}
}

func given(claim *v1.PersistentVolumeClaim, volumes []v1.PersistentVolume) *v1.PersistentVolume {
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

func (c *volumeController) make(ctx context.Context, claim *v1.PersistentVolumeClaim) {
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

func (s *scene) volumes(volumes ...*v1.PersistentVolume) {
	for _, v := range volumes {
		_, err := s.client.CoreV1().PersistentVolumes().Create(s, v, metav1.CreateOptions{})
		s.must(err)
	}
}

func (s *scene) claim(name, class, size string, mode v1.PersistentVolumeAccessMode) {
	_, err := s.client.CoreV1().PersistentVolumeClaims("default").Create(s, &v1.PersistentVolumeClaim{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: v1.PersistentVolumeClaimSpec{StorageClassName: &class, AccessModes: []v1.PersistentVolumeAccessMode{mode},
			Resources: v1.VolumeResourceRequirements{Requests: v1.ResourceList{v1.ResourceStorage: resource.MustParse(size)}}}}, metav1.CreateOptions{})
	s.must(err)
}

// storageClass makes a class whose claims wait for their pods.
func (s *scene) storageClass(name, provisioner string) {
	wait := storagev1.VolumeBindingWaitForFirstConsumer
	_, err := s.client.StorageV1().StorageClasses().Create(s, &storagev1.StorageClass{
		ObjectMeta: metav1.ObjectMeta{Name: name}, Provisioner: provisioner, VolumeBindingMode: &wait}, metav1.CreateOptions{})
	s.must(err)
}

func using(claims ...string) func(*v1.Pod) {
	return func(p *v1.Pod) {
		for i, c := range claims {
			p.Spec.Volumes = append(p.Spec.Volumes, v1.Volume{Name: fmt.Sprintf("v%d", i),
				VolumeSource: v1.VolumeSource{PersistentVolumeClaim: &v1.PersistentVolumeClaimVolumeSource{ClaimName: c}}})
		}
	}
}

func (s *scene) theClaim(name string) *v1.PersistentVolumeClaim {
	c, err := s.client.CoreV1().PersistentVolumeClaims("default").Get(s, name, metav1.GetOptions{})
	s.must(err)
	return c
}

func (s *scene) expectOn(name, node string) {
	if p := s.get(name); p == nil || p.Spec.NodeName != node {
		s.fail("pod %s is not on %s: %+v", name, node, p)
	}
}

func staticVolumes(s *scene) {
	s.nodes(node("n1", "4"), node("n2", "4"))
	s.volumeController()
	s.storageClass("local", "kubernetes.io/no-provisioner")
	s.volumes(volume("small", "local", "1Gi", "n1"), volume("large", "local", "20Gi", "n2"))
	s.claim("data", "local", "10Gi", v1.ReadWriteOnce)
	s.alone(s.subject)
	s.pods(pod("web", "100m", using("data")))
	s.awaitBound("web")
	s.expectOn("web", "n2")
	c := s.theClaim("data")
	v, err := s.client.CoreV1().PersistentVolumes().Get(s, "large", metav1.GetOptions{})
	s.must(err)
	if c.Spec.VolumeName != "large" || v.Spec.ClaimRef == nil || v.Spec.ClaimRef.UID != c.UID {
		s.fail("claim %+v, volume %+v", c.Spec, v.Spec)
	}
	// What the scheduler does not know of the object must still be there.
	if v.Spec.CSI == nil || v.Spec.CSI.VolumeHandle != "large" || v.Spec.PersistentVolumeReclaimPolicy == "" || v.Annotations["pv.kubernetes.io/bound-by-controller"] != "yes" {
		s.fail("volume after binding: %+v %+v", v.Spec, v.Annotations)
	}
	s.claim("more", "local", "100Gi", v1.ReadWriteOnce)
	s.pods(pod("late", "100m", using("more")))
	c2 := s.awaitCondition("late", "Unschedulable")
	if !strings.Contains(c2.Message, "2 node(s) didn't find available persistent volumes to bind") {
		s.fail("late is told %q", c2.Message)
	}
	s.volumes(volume("huge", "local", "200Gi", "n1"))
	s.awaitBound("late")
	s.expectOn("late", "n1")
}

func madeVolumes(s *scene) {
	s.nodes(node("n1", "4"), node("n2", "4"))
	s.volumeController()
	s.storageClass("made", driver)
	s.alone(s.subject)
	for i := 0; i < 20; i++ {
		s.claim(fmt.Sprintf("data-%d", i), "made", "1Gi", v1.ReadWriteOnce)
		s.pods(pod(fmt.Sprintf("web-%d", i), "10m", using(fmt.Sprintf("data-%d", i))))
	}
	s.awaitAllBound(time.Minute)
	for i := 0; i < 20; i++ {
		c, p := s.theClaim(fmt.Sprintf("data-%d", i)), s.get(fmt.Sprintf("web-%d", i))
		if c.Annotations[selectedNode] != p.Spec.NodeName || c.Annotations[bindCompleted] == "" {
			s.fail("pod on %s, claim %+v", p.Spec.NodeName, c.Annotations)
		}
	}
}

func storageCapacity(s *scene) {
	inZone := func(z string) func(*v1.Node) { return func(n *v1.Node) { n.Labels[zone] = z } }
	s.nodes(node("n1", "4", inZone("a")), node("n2", "4", inZone("b")))
	s.volumeController()
	s.storageClass("made", driver)
	counts := true
	_, err := s.client.StorageV1().CSIDrivers().Create(s, &storagev1.CSIDriver{ObjectMeta: metav1.ObjectMeta{Name: driver},
		Spec: storagev1.CSIDriverSpec{StorageCapacity: &counts}}, metav1.CreateOptions{})
	s.must(err)
	room := func(name, z, size string) {
		q := resource.MustParse(size)
		_, err := s.client.StorageV1().CSIStorageCapacities("default").Create(s, &storagev1.CSIStorageCapacity{
			ObjectMeta: metav1.ObjectMeta{Name: name}, StorageClassName: "made", Capacity: &q,
			NodeTopology: &metav1.LabelSelector{MatchLabels: map[string]string{zone: z}}}, metav1.CreateOptions{})
		s.must(err)
	}
	room("a", "a", "1Gi")
	room("b", "b", "10Gi")
	s.alone(s.subject)
	s.claim("data", "made", "5Gi", v1.ReadWriteOnce)
	s.pods(pod("web", "10m", using("data")))
	s.awaitBound("web")
	s.expectOn("web", "n2")
	s.claim("more", "made", "50Gi", v1.ReadWriteOnce)
	s.pods(pod("late", "10m", using("more")))
	if c := s.awaitCondition("late", "Unschedulable"); !strings.Contains(c.Message, "2 node(s) did not have enough free storage") {
		s.fail("late is told %q", c.Message)
	}
	room("a2", "a", "100Gi")
	s.awaitBound("late")
	s.expectOn("late", "n1")
}

func claimOfOnePod(s *scene) {
	s.nodes(node("n1", "4"))
	s.priorityClasses()
	s.volumeController()
	s.storageClass("made", driver)
	s.claim("data", "made", "1Gi", v1.ReadWriteOncePod)
	s.alone(s.subject)
	s.pods(pod("first", "10m", using("data")))
	s.awaitBound("first")
	s.pods(pod("second", "10m", using("data")))
	if c := s.awaitCondition("second", "Unschedulable"); !strings.Contains(c.Message, "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod") {
		s.fail("second is told %q", c.Message)
	}
	s.pods(pod("urgent", "10m", using("data"), func(p *v1.Pod) { p.Spec.PriorityClassName = "high" }))
	s.awaitBound("urgent")
	if s.get("first") != nil {
		s.fail("first is still there")
	}
}

// takenVolume: between the decision and the binding somebody else takes the volume. The controller
// is held back meanwhile, so that the scheduler waits for it.
func takenVolume(s *scene) {
	s.nodes(node("n1", "4"), node("n2", "4"))
	controller := s.volumeController()
	s.storageClass("local", "kubernetes.io/no-provisioner")
	s.volumes(volume("a", "local", "1Gi", "n1"), volume("b", "local", "2Gi", "n2"))
	s.eventually("volumes are to be had", 10*time.Second, func() bool {
		v, err := s.client.CoreV1().PersistentVolumes().Get(s, "b", metav1.GetOptions{})
		return err == nil && v.Status.Phase == v1.VolumeAvailable
	})
	controller.pause(true)
	s.claim("data", "local", "1Gi", v1.ReadWriteOnce)
	s.alone(s.subject)
	s.pods(pod("web", "10m", using("data")))
	var chosen *v1.PersistentVolume
	s.eventually("a volume is given to the claim", 20*time.Second, func() bool {
		for _, name := range []string{"a", "b"} {
			if v, err := s.client.CoreV1().PersistentVolumes().Get(s, name, metav1.GetOptions{}); err == nil && v.Spec.ClaimRef != nil {
				chosen = v
			}
		}
		return chosen != nil
	})
	if s.get("web").Spec.NodeName != "" {
		s.fail("web was bound before its claim")
	}
	chosen.Spec.ClaimRef = nil
	chosen.Annotations = nil
	_, err := s.client.CoreV1().PersistentVolumes().Update(s, chosen, metav1.UpdateOptions{})
	s.must(err)
	controller.pause(false)
	s.awaitBound("web")
	c, p := s.theClaim("data"), s.get("web")
	on := map[string]string{"a": "n1", "b": "n2"}
	if on[c.Spec.VolumeName] != p.Spec.NodeName {
		s.fail("web is on %s with volume %s", p.Spec.NodeName, c.Spec.VolumeName)
	}
	volumes, err := s.client.CoreV1().PersistentVolumes().List(s, metav1.ListOptions{})
	s.must(err)
	for _, v := range volumes.Items {
		if v.Name != c.Spec.VolumeName && v.Spec.ClaimRef != nil {
			s.fail("volume %s is given to %+v", v.Name, v.Spec.ClaimRef)
		}
	}
}
