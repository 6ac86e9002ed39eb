package main

import (
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// deviceTests check how the scheduler allocates devices to claims. There is no claim controller: the tests create the claims of
// templates and release claims.
var deviceTests = []clusterTest{
	{"allocates-and-reuses-devices", true, allocatesDevices},
	{"claims-from-templates", false, templateClaims},
	{"claim-allocated-elsewhere", false, claimTaken},
	{"claim-changed-during-write", false, claimChanged},
	{"binding-conditions", false, bindingConditions},
	{"binding-conditions-time-out", false, bindingTimeout},
	{"slice-disappears", false, sliceDisappears},
	{"device-taint-rules", false, taintRules},
	{"extended-resources-from-devices", false, extendedResources},
	{"killed-before-bind-of-devices", false, killedBeforeBind},
	{"devices-under-load", false, devicesUnderLoad},
}

const cannotAllocate = "cannot allocate all claims"

func allocatesDevices(env *testEnv) {
	env.nodes(node("n1", "4"), node("n2", "4"))
	env.deviceClass()
	env.publish("n2", device("gpu-0"))
	env.gpuClaim("first")
	env.gpuClaim("second")
	scheduler := env.startWithoutElection(env.subject)
	env.pods(pod("web", "100m", withClaim("first")))
	env.awaitBound("web")
	env.expectOn("web", "n2")
	claim := env.getGPUClaim("first")
	if deviceOf(claim) != "n2/gpu-0" || len(claim.Status.ReservedFor) != 1 || claim.Status.Allocation.NodeSelector == nil {
		env.fail("claim first after the bind: %+v", claim.Status)
	}
	env.checkDevices()
	env.pods(pod("shares", "100m", withClaim("first"), withLabel("a", "b")))
	env.awaitBound("shares")
	env.expectOn("shares", "n2")
	env.pods(pod("waits", "100m", withClaim("second")))
	if c := env.awaitCondition("waits", "Unschedulable"); !strings.Contains(c.Message, "2 "+cannotAllocate) {
		env.fail("the condition of waits has message %q", c.Message)
	}
	env.release("shares", "first")
	if env.getGPUClaim("first").Status.Allocation == nil {
		env.fail("claim first has no allocation while web uses it")
	}
	env.release("web", "first")
	took := env.awaitBound("waits")
	env.logf("the device is reused %.1fs after its release", took.Seconds())
	if got := deviceOf(env.getGPUClaim("second")); got != "n2/gpu-0" {
		env.fail("claim second has device %q", got)
	}
	env.checkDevices()
	env.checkPermitted(scheduler)
}

// templateClaims creates the claim of a template after the pod, and then the status of the pod.
func templateClaims(env *testEnv) {
	env.nodes(node("n1", "4"))
	env.deviceClass()
	env.publish("n1", device("gpu-0"))
	_, err := env.client.ResourceV1().ResourceClaimTemplates("default").Create(env, &resourcev1.ResourceClaimTemplate{ObjectMeta: metav1.ObjectMeta{Name: "gpu"},
		Spec: resourcev1.ResourceClaimTemplateSpec{Spec: resourcev1.ResourceClaimSpec{Devices: resourcev1.DeviceClaim{Requests: []resourcev1.DeviceRequest{
			{Name: "gpu", Exactly: &resourcev1.ExactDeviceRequest{DeviceClassName: gpuDriver}}}}}}}, metav1.CreateOptions{})
	env.must(err)
	scheduler := env.startWithoutElection(env.subject)
	template := "gpu"
	env.pods(pod("web", "100m", func(p *v1.Pod) {
		p.Spec.ResourceClaims = []v1.PodResourceClaim{{Name: "gpu", ResourceClaimTemplateName: &template}}
		p.Spec.Containers[0].Resources.Claims = []v1.ResourceClaim{{Name: "gpu"}}
	}))
	env.pods(pod("other", "100m"))
	env.awaitBound("other")
	p := env.get("web")
	if p.Spec.NodeName != "" {
		env.fail("web is bound without its claim")
	}
	controls := true
	env.gpuClaim("web-gpu-x", func(claim *resourcev1.ResourceClaim) {
		claim.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "Pod", Name: p.Name, UID: p.UID, Controller: &controls}}
	})
	name := "web-gpu-x"
	_, err = env.client.CoreV1().Pods("default").Patch(env, "web", "application/merge-patch+json",
		fmt.Appendf(nil, `{"status":{"resourceClaimStatuses":[{"name":"gpu","resourceClaimName":%q}]}}`, name), metav1.PatchOptions{}, "status")
	env.must(err)
	env.awaitBound("web")
	env.checkDevices()
	env.checkPermitted(scheduler)
}

// claimTaken allocates the claim while the scheduler writes its own allocation. The pod follows the other allocation.
func claimTaken(env *testEnv) {
	env.nodes(node("n1", "4"), node("n2", "4"))
	env.deviceClass()
	env.publish("n1", device("gpu-0"))
	env.gpuClaim("gpu")
	kubeconfig := env.proxied(once(writesAllocation("gpu"), func() {
		// Another scheduler knows a device that this one does not know yet.
		env.publish("n2", device("gpu-0"))
		env.updateGPUClaim("gpu", func(claim *resourcev1.ResourceClaim) {
			now := metav1.Now()
			claim.Status.Allocation = &resourcev1.AllocationResult{AllocationTimestamp: &now,
				Devices: resourcev1.DeviceAllocationResult{Results: []resourcev1.DeviceRequestAllocationResult{{Request: "gpu", Driver: gpuDriver, Pool: "n2", Device: "gpu-0"}}},
				NodeSelector: &v1.NodeSelector{NodeSelectorTerms: []v1.NodeSelectorTerm{{
					MatchFields: []v1.NodeSelectorRequirement{{Key: "metadata.name", Operator: v1.NodeSelectorOpIn, Values: []string{"n2"}}}}}},
			}
		})
		claim, err := env.client.ResourceV1().ResourceClaims("default").Get(env, "gpu", metav1.GetOptions{})
		env.must(err)
		claim.Finalizers = []string{resourcev1.Finalizer}
		_, err = env.client.ResourceV1().ResourceClaims("default").Update(env, claim, metav1.UpdateOptions{})
		env.must(err)
	}))
	scheduler := env.schedulerAs("scheduler", env.subject, kubeconfig, "--leader-elect=false")
	env.pods(pod("web", "100m", withClaim("gpu")))
	env.awaitBound("web")
	env.expectOn("web", "n2")
	env.checkDevices()
	failed := env.eventsWith("web", "claim default/gpu got allocated elsewhere in the meantime")
	if failed == 0 {
		env.fail("no event reports that the claim got allocated elsewhere")
	}
	env.checkPermitted(scheduler)
}

// eventsWith counts the events of a pod whose note contains a text.
func (env *testEnv) eventsWith(pod, text string) int {
	n := 0
	for _, e := range env.events("regarding.name=" + pod) {
		if strings.Contains(e.Note, text) {
			n++
		}
	}
	return n
}

// claimChanged changes another field of the claim during the write. The scheduler repeats the write within the attempt.
func claimChanged(env *testEnv) {
	env.nodes(node("n1", "4"))
	env.deviceClass()
	env.publish("n1", device("gpu-0"))
	env.gpuClaim("gpu")
	kubeconfig := env.proxied(once(writesAllocation("gpu"), func() {
		_, err := env.client.ResourceV1().ResourceClaims("default").Patch(env, "gpu", "application/merge-patch+json", []byte(`{"metadata":{"labels":{"a":"b"}}}`), metav1.PatchOptions{})
		env.must(err)
	}))
	env.schedulerAs("scheduler", env.subject, kubeconfig, "--leader-elect=false")
	env.pods(pod("web", "100m", withClaim("gpu")))
	env.awaitBound("web")
	env.checkDevices()
	if claim := env.getGPUClaim("gpu"); claim.Labels["a"] != "b" {
		env.fail("the change was lost: %+v", claim.ObjectMeta)
	}
	if n := env.eventsWith("web", "gpu"); n != 0 {
		env.fail("%d events report the conflict", n)
	}
}

// withBindingTimeout returns the arguments for a binding timeout.
func (env *testEnv) withBindingTimeout(timeout string) []string {
	config := env.writeConfig(`profiles:
- schedulerName: default-scheduler
  pluginConfig:
  - name: DynamicResources
    args:
      bindingTimeout: ` + timeout)
	return []string{"--config=" + config}
}

// awaitAllocated waits until the claim is allocated and returns the device.
func (env *testEnv) awaitAllocated(claim string) (device string) {
	env.eventually("claim "+claim+" is allocated", time.Minute, func() bool {
		device = deviceOf(env.getGPUClaim(claim))
		return device != ""
	})
	return device
}

// bindingConditions reports a failure of the first device and the success of the second one.
func bindingConditions(env *testEnv) {
	env.nodes(node("n1", "4"))
	env.deviceClass()
	env.publish("n1", device("gpu-0", withConditions))
	env.gpuClaim("gpu")
	scheduler := env.startWithoutElection(env.subject, env.withBindingTimeout("60s")...)
	env.pods(pod("web", "100m", withClaim("gpu")))
	if got := env.awaitAllocated("gpu"); got != "n1/gpu-0" {
		env.fail("the allocated device is %s", got)
	}
	claim := env.getGPUClaim("gpu")
	if result := claim.Status.Allocation.Devices.Results[0]; len(result.BindingConditions) != 1 || len(result.BindingFailureConditions) != 1 || claim.Status.Allocation.AllocationTimestamp == nil {
		env.fail("the allocation is %+v", claim.Status.Allocation)
	}
	env.eventually("an event reports that the pod waits", 20*time.Second, func() bool {
		return slices.ContainsFunc(env.events("regarding.name=web"), func(e eventsv1.Event) bool {
			return e.Reason == "BindingConditionsPending" && e.Action == "Scheduling" && e.Type == "Normal" && e.Note == "waiting for binding conditions for device on node n1"
		})
	})
	if env.get("web").Spec.NodeName != "" {
		env.fail("web is bound before its device is attached")
	}
	env.reportCondition("gpu", "example.com/broken")
	env.eventually("an event reports the failure", 30*time.Second, func() bool {
		return env.eventsWith("web", `device binding failed: claim=gpu, reason=Test, message="reported by the test"`) > 0
	})
	// The allocation is cleared, and the claim gets the same device again.
	env.eventually("the claim is allocated again", time.Minute, func() bool {
		again := env.getGPUClaim("gpu")
		return deviceOf(again) != "" && len(again.Status.Devices) == 0 && len(again.Status.ReservedFor) == 1
	})
	env.reportCondition("gpu", "example.com/attached")
	env.awaitBound("web")
	env.checkDevices()
	env.checkPermitted(scheduler)
	for _, status := range []string{"failure", "success"} {
		labels := fmt.Sprintf(`{driver=%q,profile="default-scheduler",status=%q} 1`, gpuDriver, status)
		env.expectMetric(scheduler, "scheduler_dra_bindingconditions_allocations_total"+labels)
		env.expectMetric(scheduler, "scheduler_dra_bindingconditions_wait_duration_seconds_count"+labels)
	}
}

// bindingTimeout has a driver that never attaches the device of the first node. The pod must move to the second node.
func bindingTimeout(env *testEnv) {
	env.nodes(node("n1", "4"), node("n2", "64", func(n *v1.Node) { n.Spec.Unschedulable = true }))
	env.deviceClass()
	env.publish("n1", device("gpu-0", withConditions))
	env.publish("n2", device("gpu-0"))
	env.gpuClaim("gpu")
	scheduler := env.startWithoutElection(env.subject, env.withBindingTimeout("2s")...)
	env.pods(pod("web", "3", withClaim("gpu")))
	if got := env.awaitAllocated("gpu"); got != "n1/gpu-0" {
		env.fail("the allocated device is %s", got)
	}
	// The second node has a higher score, so the next allocation is there.
	_, err := env.client.CoreV1().Nodes().Patch(env, "n2", "application/merge-patch+json", []byte(`{"spec":{"unschedulable":false}}`), metav1.PatchOptions{})
	env.must(err)
	took := env.awaitBound("web")
	env.expectOn("web", "n2")
	env.logf("the pod is bound to the other node after %.1fs", took.Seconds())
	env.checkDevices()
	if env.eventsWith("web", "device binding timeout") == 0 {
		env.fail("no event reports the timeout")
	}
	env.checkPermitted(scheduler)
}

func sliceDisappears(env *testEnv) {
	env.nodes(node("n1", "4"), node("n2", "4"))
	env.deviceClass()
	env.publish("n1", device("gpu-0"))
	env.gpuClaim("first")
	env.gpuClaim("second")
	env.startWithoutElection(env.subject)
	env.pods(pod("before", "100m", withClaim("first")))
	env.awaitBound("before")
	env.withdraw("n1")
	env.pods(pod("waits", "100m", withClaim("second")))
	if c := env.awaitCondition("waits", "Unschedulable"); !strings.Contains(c.Message, "2 "+cannotAllocate) {
		env.fail("the condition of waits has message %q", c.Message)
	}
	// A claim keeps its allocation without the slice.
	env.pods(pod("shares", "100m", withClaim("first")))
	env.awaitBound("shares")
	env.expectOn("shares", "n1")
	env.publish("n2", device("gpu-0"))
	env.awaitBound("waits")
	env.expectOn("waits", "n2")
	env.publish("n1", device("gpu-0"))
	env.gpuClaim("third")
	env.pods(pod("late", "100m", withClaim("third")))
	env.awaitCondition("late", "Unschedulable") // both devices are in use
	env.checkDevices()
}

func taintRules(env *testEnv) {
	env.nodes(node("n1", "4"))
	env.deviceClass()
	env.publish("n1", device("gpu-0"))
	driver := gpuDriver
	_, err := env.client.ResourceV1().DeviceTaintRules().Create(env, &resourcev1.DeviceTaintRule{ObjectMeta: metav1.ObjectMeta{Name: "broken"},
		Spec: resourcev1.DeviceTaintRuleSpec{DeviceSelector: &resourcev1.DeviceTaintSelector{Driver: &driver},
			Taint: resourcev1.DeviceTaint{Key: "example.com/broken", Effect: resourcev1.DeviceTaintEffectNoSchedule}}}, metav1.CreateOptions{})
	env.must(err)
	env.gpuClaim("gpu")
	scheduler := env.startWithoutElection(env.subject)
	env.pods(pod("web", "100m", withClaim("gpu")))
	if c := env.awaitCondition("web", "Unschedulable"); !strings.Contains(c.Message, "1 "+cannotAllocate) {
		env.fail("the condition of web has message %q", c.Message)
	}
	env.must(env.client.ResourceV1().DeviceTaintRules().Delete(env, "broken", metav1.DeleteOptions{}))
	env.awaitBound("web")
	env.checkDevices()
	env.checkPermitted(scheduler)
}

// gpus is an extended resource that devices provide.
const gpus = "example.com/gpu"

func providesGPUs(class *resourcev1.DeviceClass) {
	name := gpus
	class.Spec.ExtendedResourceName = &name
}

func requestsGPU(p *v1.Pod) {
	one := resource.MustParse("1")
	p.Spec.Containers[0].Resources.Requests[gpus] = one
	p.Spec.Containers[0].Resources.Limits = v1.ResourceList{gpus: one}
}

// expectMetric fails the test if the metrics page of a scheduler lacks a line that begins with a text.
func (env *testEnv) expectMetric(i instance, begin string) {
	env.eventually("the metrics contain "+begin, 10*time.Second, func() bool {
		_, text := env.fetch(i, "/metrics", env.adminKubeconfig)
		return strings.Contains(text, "\n"+begin)
	})
}

// extendedResources requests devices as an extended resource. The scheduler creates the claim.
func extendedResources(env *testEnv) {
	env.nodes(node("n1", "4"), node("n2", "4"))
	env.deviceClass(providesGPUs)
	env.publish("n1", device("gpu-0"))
	scheduler := env.startWithoutElection(env.subject)
	env.pods(pod("web", "100m", requestsGPU))
	env.awaitBound("web")
	env.expectOn("web", "n1")
	p := env.get("web")
	status := p.Status.ExtendedResourceClaimStatus
	if status == nil || len(status.RequestMappings) != 1 || status.RequestMappings[0].ContainerName != "c" || status.RequestMappings[0].ResourceName != gpus {
		env.fail("the status of web is %+v", status)
	}
	claim := env.getGPUClaim(status.ResourceClaimName)
	if claim.Annotations["resource.kubernetes.io/extended-resource-claim"] != "true" || !metav1.IsControlledBy(claim, p) || deviceOf(claim) != "n1/gpu-0" ||
		!strings.HasPrefix(claim.Name, "web-extended-resources-") {
		env.fail("the claim for extended resources is %+v", claim)
	}
	env.checkDevices()
	env.pods(pod("waits", "100m", requestsGPU))
	env.awaitCondition("waits", "Unschedulable")
	env.publish("n2", device("gpu-0"))
	env.awaitBound("waits")
	env.expectOn("waits", "n2")
	env.checkDevices()
	env.checkPermitted(scheduler)
	env.expectMetric(scheduler, `dynamic_resource_allocation_resourceclaim_creates_total{admin_access="false",owner_api_group="",owner_api_kind="Pod",status="success"} 2`)
}

// killedBeforeBind kills the scheduler between the write of the allocation and the bind. The next one must bind the pod with the
// same device.
func killedBeforeBind(env *testEnv) {
	env.nodes(node("n1", "4"), node("n2", "4"))
	env.deviceClass()
	env.publish("n1", device("gpu-0"))
	env.publish("n2", device("gpu-0"))
	env.gpuClaim("gpu")
	env.gpuClaim("other")
	env.gpuClaim("third")
	killed, dead := make(chan struct{}), make(chan struct{})
	kubeconfig := env.proxied(once(binds("web"), func() {
		close(killed)
		<-dead
	}))
	first := env.schedulerAs("killed", env.subject, kubeconfig, "--leader-elect=false")
	env.pods(pod("web", "100m", withClaim("gpu")))
	select {
	case <-killed:
	case <-time.After(time.Minute):
		env.fail("web is not bound")
	}
	first.expected = true
	syscall.Kill(-first.cmd.Process.Pid, syscall.SIGKILL)
	<-first.done
	// The request has not reached the API server, and the connection of the proxy ends with the process.
	if env.get("web").Spec.NodeName != "" {
		env.fail("web is bound by a request that the proxy holds")
	}
	device := deviceOf(env.getGPUClaim("gpu"))
	if device == "" {
		env.fail("the claim was not allocated before the bind")
	}
	env.startWithoutElection(env.subject)
	env.pods(pod("next", "100m", withClaim("other")), pod("last", "100m", withClaim("third")))
	env.eventually("two of the pods are bound", time.Minute, func() bool { return env.bound() == 2 })
	env.checkDevices()
	env.awaitBound("web")
	if got := deviceOf(env.getGPUClaim("gpu")); got != device {
		env.fail("the claim had device %s and now has %s", device, got)
	}
	close(dead)
	env.checkDevices()
}

// devicesUnderLoad allocates devices to many pods with a driver that withdraws and publishes slices.
func devicesUnderLoad(env *testEnv) {
	const count, perNode = 20, 8
	env.manyNodes(count, "64")
	env.deviceClass()
	for i := range count {
		var devices []resourcev1.Device
		for d := range perNode {
			devices = append(devices, device(fmt.Sprintf("gpu-%d", d)))
		}
		env.publish(fmt.Sprintf("node-%05d", i), devices...)
	}
	scheduler := env.startWithoutElection(env.subject)
	env.scheduleOne("first", time.Minute)
	env.must(parallel(env, count*perNode, func(i int) error {
		name := fmt.Sprintf("gpu-%05d", i)
		env.gpuClaim(name)
		_, err := env.client.CoreV1().Pods("default").Create(env, pod(name, "10m", withClaim(name)), metav1.CreateOptions{})
		return err
	}))
	for i := range 5 {
		name := fmt.Sprintf("node-%05d", i)
		slice, err := env.client.ResourceV1().ResourceSlices().Get(env, name+"-gpus", metav1.GetOptions{})
		env.must(err)
		env.withdraw(name)
		env.publish(name, slice.Spec.Devices...)
	}
	took := env.awaitAllBound(2 * time.Minute)
	env.logf("%d pods with claims are bound, the last one %.1fs after its creation", count*perNode, took.Seconds())
	env.checkDevices()
	env.checkState()
	env.checkPermitted(scheduler)
}
