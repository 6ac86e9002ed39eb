package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	v1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
)

// gpuDriver is the name of the simulated driver and of its device class.
const gpuDriver = "gpu.example.com"

func device(name string, change ...func(*resourcev1.Device)) resourcev1.Device {
	model := "a100"
	d := resourcev1.Device{Name: name, Attributes: map[resourcev1.QualifiedName]resourcev1.DeviceAttribute{"model": {StringValue: &model}}}
	for _, c := range change {
		c(&d)
	}
	return d
}

// withConditions makes the device wait for the condition attached, or fail with the condition broken.
func withConditions(d *resourcev1.Device) {
	yes := true
	d.BindsToNode, d.BindingConditions, d.BindingFailureConditions = &yes, []string{"example.com/attached"}, []string{"example.com/broken"}
}

// gpuClass returns the class that selects the devices of the driver.
func gpuClass() *resourcev1.DeviceClass {
	return &resourcev1.DeviceClass{ObjectMeta: metav1.ObjectMeta{Name: gpuDriver}, Spec: resourcev1.DeviceClassSpec{
		Selectors: []resourcev1.DeviceSelector{{CEL: &resourcev1.CELDeviceSelector{Expression: fmt.Sprintf("device.driver == %q", gpuDriver)}}}}}
}

// deviceClass creates the class that selects the devices of the driver.
func (env *testEnv) deviceClass(change ...func(*resourcev1.DeviceClass)) {
	class := gpuClass()
	for _, c := range change {
		c(class)
	}
	_, err := env.client.ResourceV1().DeviceClasses().Create(env, class, metav1.CreateOptions{})
	env.must(err)
}

// gpuSlice returns the slice of a node. The pool has the name of the node.
func gpuSlice(node string, devices ...resourcev1.Device) *resourcev1.ResourceSlice {
	return &resourcev1.ResourceSlice{ObjectMeta: metav1.ObjectMeta{Name: node + "-gpus"},
		Spec: resourcev1.ResourceSliceSpec{Driver: gpuDriver, NodeName: &node, Devices: devices,
			Pool: resourcev1.ResourcePool{Name: node, Generation: 1, ResourceSliceCount: 1}}}
}

// publish creates the slice of a node.
func (env *testEnv) publish(node string, devices ...resourcev1.Device) {
	_, err := env.client.ResourceV1().ResourceSlices().Create(env, gpuSlice(node, devices...), metav1.CreateOptions{})
	env.must(err)
}

// withdraw deletes the slice of a node.
func (env *testEnv) withdraw(node string) {
	env.must(env.client.ResourceV1().ResourceSlices().Delete(env, node+"-gpus", metav1.DeleteOptions{}))
}

// claimOfOneGPU returns a claim for one device.
func claimOfOneGPU(name string) *resourcev1.ResourceClaim {
	return &resourcev1.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: resourcev1.ResourceClaimSpec{
		Devices: resourcev1.DeviceClaim{Requests: []resourcev1.DeviceRequest{{Name: "gpu", Exactly: &resourcev1.ExactDeviceRequest{DeviceClassName: gpuDriver}}}}}}
}

// gpuClaim creates a claim for one device.
func (env *testEnv) gpuClaim(name string, change ...func(*resourcev1.ResourceClaim)) *resourcev1.ResourceClaim {
	claim := claimOfOneGPU(name)
	for _, c := range change {
		c(claim)
	}
	created, err := env.client.ResourceV1().ResourceClaims("default").Create(env, claim, metav1.CreateOptions{})
	env.must(err)
	return created
}

// withClaim adds a claim to a pod.
func withClaim(name string) func(*v1.Pod) {
	return func(p *v1.Pod) {
		p.Spec.ResourceClaims = append(p.Spec.ResourceClaims, v1.PodResourceClaim{Name: "gpu", ResourceClaimName: &name})
		p.Spec.Containers[0].Resources.Claims = []v1.ResourceClaim{{Name: "gpu"}}
	}
}

func (env *testEnv) getGPUClaim(name string) *resourcev1.ResourceClaim {
	claim, err := env.client.ResourceV1().ResourceClaims("default").Get(env, name, metav1.GetOptions{})
	env.must(err)
	return claim
}

// updateGPUClaim changes the status of a claim, with a retry after each conflict.
func (env *testEnv) updateGPUClaim(name string, change func(*resourcev1.ResourceClaim)) {
	for {
		claim := env.getGPUClaim(name)
		change(claim)
		_, err := env.client.ResourceV1().ResourceClaims("default").UpdateStatus(env, claim, metav1.UpdateOptions{})
		if !apierrors.IsConflict(err) {
			env.must(err)
			return
		}
	}
}

// reportCondition sets a condition of the devices of a claim, as a driver does.
func (env *testEnv) reportCondition(name, condition string) {
	env.updateGPUClaim(name, func(claim *resourcev1.ResourceClaim) {
		claim.Status.Devices = nil
		for _, result := range claim.Status.Allocation.Devices.Results {
			claim.Status.Devices = append(claim.Status.Devices, resourcev1.AllocatedDeviceStatus{Driver: result.Driver, Pool: result.Pool, Device: result.Device,
				Conditions: []metav1.Condition{{Type: condition, Status: metav1.ConditionTrue, Reason: "Test", Message: "reported by the test", LastTransitionTime: metav1.Now()}}})
		}
	})
}

// release deletes a pod and frees its claim, as the claim controller does.
func (env *testEnv) release(podName, claimName string) {
	p := env.get(podName)
	env.must(env.client.CoreV1().Pods("default").Delete(env, podName, metav1.DeleteOptions{}))
	env.updateGPUClaim(claimName, func(claim *resourcev1.ResourceClaim) {
		claim.Status.ReservedFor = slices.DeleteFunc(claim.Status.ReservedFor, func(r resourcev1.ResourceClaimConsumerReference) bool { return r.UID == p.UID })
		if len(claim.Status.ReservedFor) == 0 {
			claim.Status.Allocation = nil
		}
	})
}

// deviceOf returns the pool and the device that are allocated to a claim, or "" without an allocation.
func deviceOf(claim *resourcev1.ResourceClaim) string {
	if claim.Status.Allocation == nil {
		return ""
	}
	var devices []string
	for _, result := range claim.Status.Allocation.Devices.Results {
		devices = append(devices, result.Pool+"/"+result.Device)
	}
	return strings.Join(devices, " ")
}

func reservedFor(claim *resourcev1.ResourceClaim, p *v1.Pod) bool {
	return slices.ContainsFunc(claim.Status.ReservedFor, func(r resourcev1.ResourceClaimConsumerReference) bool {
		return r.Resource == "pods" && r.Name == p.Name && r.UID == p.UID
	})
}

// checkDevices fails the test if a device is allocated twice, or if a bound pod lacks its devices.
func (env *testEnv) checkDevices() {
	claims, err := env.client.ResourceV1().ResourceClaims("").List(env, metav1.ListOptions{})
	env.must(err)
	pods, err := env.client.CoreV1().Pods("").List(env, metav1.ListOptions{FieldSelector: "spec.nodeName!="})
	env.must(err)
	if found := deviceViolations(claims.Items, pods.Items); len(found) > 0 {
		env.fail("%s", strings.Join(found, "; "))
	}
}

// deviceViolations lists devices that are allocated twice, bound pods with a claim that is not allocated and reserved for them,
// and devices in the pool of another node than that of the pod.
func deviceViolations(claims []resourcev1.ResourceClaim, pods []v1.Pod) (found []string) {
	byDevice, byName := map[string]string{}, map[string]*resourcev1.ResourceClaim{}
	for i := range claims {
		claim := &claims[i]
		byName[claim.Namespace+"/"+claim.Name] = claim
		if claim.Status.Allocation == nil {
			continue
		}
		if !slices.Contains(claim.Finalizers, resourcev1.Finalizer) {
			found = append(found, fmt.Sprintf("claim %s is allocated without a finalizer", claim.Name))
		}
		for _, result := range claim.Status.Allocation.Devices.Results {
			id := result.Pool + "/" + result.Device
			if other := byDevice[id]; other != "" {
				found = append(found, fmt.Sprintf("device %s is allocated to %s and %s", id, other, claim.Name))
			}
			byDevice[id] = claim.Name
		}
	}
	for i := range pods {
		p := &pods[i]
		if p.Spec.NodeName == "" {
			continue
		}
		for _, name := range claimsOf(p) {
			claim := byName[p.Namespace+"/"+name]
			if claim == nil || claim.Status.Allocation == nil || !reservedFor(claim, p) {
				found = append(found, fmt.Sprintf("pod %s is on node %s, and its claim is %+v", p.Name, p.Spec.NodeName, claim))
				continue
			}
			for _, result := range claim.Status.Allocation.Devices.Results {
				if result.Pool != p.Spec.NodeName {
					found = append(found, fmt.Sprintf("pod %s is on node %s with device %s/%s", p.Name, p.Spec.NodeName, result.Pool, result.Device))
				}
			}
		}
	}
	return found
}

// claimsOf returns the names of the claims of a pod.
func claimsOf(p *v1.Pod) (names []string) {
	for _, c := range p.Spec.ResourceClaims {
		if c.ResourceClaimName != nil {
			names = append(names, *c.ResourceClaimName)
		}
	}
	for _, c := range p.Status.ResourceClaimStatuses {
		names = append(names, *c.ResourceClaimName)
	}
	if p.Status.ExtendedResourceClaimStatus != nil {
		names = append(names, p.Status.ExtendedResourceClaimStatus.ResourceClaimName)
	}
	return names
}

// checkPermitted fails the test if a request of the scheduler was forbidden. The scheduler runs with the role
// system:kube-scheduler.
func (env *testEnv) checkPermitted(i instance) {
	for line := range strings.Lines(env.logOf(i)) {
		if strings.Contains(line, "forbidden") || strings.Contains(line, "is not authorized") {
			env.fail("the scheduler lacks a permission: %s", line)
		}
	}
}

// interceptor is called before a request reaches the API server. The body is already read.
type interceptor func(r *http.Request, body string)

// proxied returns a kubeconfig whose requests pass through a proxy to the API server, as the user of the scheduler.
func (env *testEnv) proxied(intercept interceptor) string {
	config, err := clientcmd.BuildConfigFromFlags("", env.adminKubeconfig)
	env.must(err)
	config.Impersonate = rest.ImpersonationConfig{UserName: "system:kube-scheduler"}
	config.NextProtos = []string{"http/1.1"}
	transport, err := rest.TransportFor(config)
	env.must(err)
	target, err := url.Parse(env.url)
	env.must(err)
	proxy := &httputil.ReverseProxy{FlushInterval: -1, Transport: transport, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Header.Del("Authorization")
	}, ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return
			}
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			intercept(r, string(body))
		}
		proxy.ServeHTTP(w, r)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	go func() {
		<-env.Done()
		server.CloseClientConnections()
	}()
	kubeconfig := api.NewConfig()
	kubeconfig.Clusters["proxy"] = &api.Cluster{Server: server.URL, InsecureSkipTLSVerify: true}
	kubeconfig.AuthInfos["scheduler"] = &api.AuthInfo{Token: "not-used"}
	kubeconfig.Contexts["proxy"] = &api.Context{Cluster: "proxy", AuthInfo: "scheduler"}
	kubeconfig.CurrentContext = "proxy"
	path := filepath.Join(env.dir, "proxy.kubeconfig")
	env.must(clientcmd.WriteToFile(*kubeconfig, path))
	return path
}

// once returns an interceptor that runs an action before the first request that matches.
func once(matches func(r *http.Request, body string) bool, action func()) interceptor {
	var first sync.Once
	return func(r *http.Request, body string) {
		if matches(r, body) {
			first.Do(action)
		}
	}
}

// writesAllocation matches the request that writes the allocation of a claim.
func writesAllocation(claim string) func(*http.Request, string) bool {
	return func(r *http.Request, _ string) bool {
		return strings.HasSuffix(r.URL.Path, "/resourceclaims/"+claim+"/status")
	}
}

// binds matches the request that binds a pod.
func binds(pod string) func(*http.Request, string) bool {
	return func(r *http.Request, _ string) bool { return strings.HasSuffix(r.URL.Path, "/pods/"+pod+"/binding") }
}
