package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// servingTests check the endpoints of a scheduler and its behavior as a process.
var servingTests = []clusterTest{
	{"kubeadm-arguments-kubectl-and-rbac", true, kubeadmArguments},
	{"stops-in-time", false, stopsInTime},
	{"has-every-metric-of-kube-scheduler", false, hasEveryMetric},
}

// fetch sends a GET request to a scheduler's secure port, anonymously if kubeconfig is empty.
func (env *testEnv) fetch(i instance, path, kubeconfig string) (int, string) {
	transport := http.RoundTripper(&http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true})
	if kubeconfig != "" {
		config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
		env.must(err)
		config.TLSClientConfig.Insecure, config.TLSClientConfig.CAData, config.TLSClientConfig.CAFile = true, nil, ""
		transport, err = rest.TransportFor(config)
		env.must(err)
	}
	client := &http.Client{Transport: transport, Timeout: 20 * time.Second}
	response, err := client.Get(fmt.Sprintf("https://127.0.0.1:%d%s", i.port, path))
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	env.must(err)
	return response.StatusCode, string(text)
}

// awaitReady waits until /readyz of a scheduler returns ok.
func (env *testEnv) awaitReady(i instance) {
	env.eventually("the scheduler is ready", time.Minute, func() bool {
		code, text := env.fetch(i, "/readyz", "")
		return code == 200 && text == "ok"
	})
}

func kubeadmArguments(env *testEnv) {
	env.nodes(node("n", "4"))
	i := env.scheduler("scheduler", env.subject)
	env.awaitReady(i)
	env.scheduleOne("pod", 30*time.Second)
	for path, want := range map[string]int{"/healthz": 200, "/livez": 200, "/readyz": 200, "/metrics": 403, "/configz": 403, "/unknown": 403} {
		if code, text := env.fetch(i, path, ""); code != want {
			env.fail("%s as an anonymous user: %d, want %d: %s", path, code, want, text)
		}
	}
	if code, text := env.fetch(i, "/metrics", env.schedulerKubeconfig); code != 403 {
		env.fail("/metrics as a user without permission: %d, want 403: %.200s", code, text)
	}
	for _, path := range []string{"/metrics", "/metrics/resources", "/metrics/slis", "/configz", "/statusz", "/flagz"} {
		if code, text := env.fetch(i, path, env.adminKubeconfig); code != 200 || text == "" {
			env.fail("%s as an administrator: %d %s", path, code, text)
		}
	}
	if _, err := exec.LookPath("kubectl"); err != nil {
		env.logf("skipped kubectl, which is not on the PATH")
		return
	}
	kubectl := func(args ...string) string {
		out, err := exec.Command("kubectl", append([]string{"--kubeconfig", env.adminKubeconfig}, args...)...).CombinedOutput()
		if err != nil {
			env.fail("kubectl %v: %v: %s", args, err, out)
		}
		return string(out)
	}
	if out := kubectl("get", "pod", "pod", "-o", "wide"); !strings.Contains(out, " n ") {
		env.fail("kubectl does not show the node:\n%s", out)
	}
	env.eventually("kubectl shows the event", 20*time.Second, func() bool {
		return strings.Contains(kubectl("get", "events"), "Successfully assigned default/pod to n")
	})
}

func stopsInTime(env *testEnv) {
	env.nodes(node("n", "4"))
	for _, elects := range []string{"true", "false"} {
		i := env.scheduler("scheduler-"+elects, env.subject, "--leader-elect="+elects)
		env.awaitReady(i)
		env.scheduleOne("pod-"+elects, 30*time.Second)
		took, code := env.end(i)
		if took > 5*time.Second || code != 0 {
			env.fail("with --leader-elect=%s the scheduler exited after %s with code %d, want code 0 within 5s", elects, took, code)
		}
		env.logf("with --leader-elect=%s the scheduler exited after %.2fs", elects, took.Seconds())
	}
	env.stopsWhileBusy()
	i := env.scheduler("dumps", env.subject, "--leader-elect=false")
	env.awaitReady(i)
	syscall.Kill(i.cmd.Process.Pid, syscall.SIGUSR2)
	env.eventually("the scheduler dumps its cache and queue", 10*time.Second, func() bool {
		return strings.Contains(env.logOf(i), "Dump of cached NodeInfo") && strings.Contains(env.logOf(i), "Dump of scheduling queue")
	})
	select {
	case <-i.done:
		env.fail("the scheduler exited on SIGUSR2")
	default:
	}
}

// stopsWhileBusy checks that a standby that has not read the cluster, a leader with pending binds and a leader without a
// responding API server exit in time. The standby must also serve its metrics.
func (env *testEnv) stopsWhileBusy() {
	leader := env.scheduler("busy", env.subject)
	env.awaitReady(leader)
	config := env.writeConfig("delayCacheUntilActive: true")
	text, err := os.ReadFile(config)
	env.must(err)
	env.must(os.WriteFile(config, []byte(strings.Replace(string(text), "leaderElect: false", "leaderElect: true", 1)), 0o600))
	standby := env.scheduler("standby", env.subject, "--config="+config)
	env.eventually("the standby serves its metrics", time.Minute, func() bool {
		code, _ := env.fetch(standby, "/metrics", env.adminKubeconfig)
		return code == 200
	})
	if took, code := env.end(standby); took > 5*time.Second || code != 0 {
		env.fail("the standby with delayCacheUntilActive exited after %s with code %d, want code 0 within 5s", took, code)
	}
	env.manyNodes(6, "1")
	env.manyPods("busy", 600, "10m")
	if took, code := env.end(leader); took > 5*time.Second || code != 0 {
		env.fail("the leader with 600 pods to bind exited after %s with code %d, want code 0 within 5s", took, code)
	}
	if env.unbound() == 0 {
		env.fail("all pods were bound before the leader exited, so the test is void")
	}
	if leaseHolder := env.leaseHolder(); leaseHolder != "" {
		env.fail("%s still holds the lease", leaseHolder)
	}
	disconnected := env.scheduler("disconnected", env.subject)
	env.awaitHolder("", time.Minute)
	syscall.Kill(env.apiserver.cmd.Process.Pid, syscall.SIGSTOP)
	took, code := env.end(disconnected)
	syscall.Kill(env.apiserver.cmd.Process.Pid, syscall.SIGCONT)
	if took > 10*time.Second || code != 0 {
		env.fail("without a response of the API server the leader exited after %s with code %d, want code 0 within 10s", took, code)
	}
	env.logf("without a response of the API server the leader exited after %.1fs", took.Seconds())
}

// hasEveryMetric checks that the subject has every metric, label and bucket that kube-scheduler has after the same work.
func hasEveryMetric(env *testEnv) {
	subject := env.metricsAfterWork(env.subject)
	var kube map[string]bool
	env.must(runTest(env, clusterTest{name: env.name + "-kube", run: func(other *testEnv) { kube = other.metricsAfterWork(other.kubeScheduler()) }}, env.options, env.kubeScheduler(), ""))
	var missing []string
	for m := range kube {
		if !subject[m] {
			missing = append(missing, m)
		}
	}
	if len(missing) > 0 {
		env.fail("%d of %d metrics, labels and buckets are missing:\n%s", len(missing), len(kube), strings.Join(missing, "\n"))
	}
	env.logf("all %d metrics, labels and buckets exist", len(kube))
}

func (env *testEnv) metricsAfterWork(program string) map[string]bool {
	env.priorityClasses()
	env.nodes(node("n", "4"))
	i := env.scheduler("scheduler", program)
	env.awaitReady(i)
	env.pods(pod("victim", "3", withPriority("low")))
	env.awaitBound("victim")
	env.pods(pod("too-large", "100"))
	env.awaitCondition("too-large", "Unschedulable")
	env.pods(pod("urgent", "3", withPriority("high")))
	env.awaitBound("urgent")
	env.useDevices()
	env.manyPods("more", 100, "1m") // kube-scheduler measures plugins in one cycle of ten
	env.eventually("more pods are bound", time.Minute, func() bool { return env.unbound() == 1 })
	env.must(env.client.CoreV1().Pods("default").Delete(env, "urgent", metav1.DeleteOptions{}))
	time.Sleep(3 * time.Second) // metrics are flushed every second
	code, text := env.fetch(i, "/metrics", env.adminKubeconfig)
	if code != 200 {
		env.fail("/metrics: %d %s", code, text)
	}
	return series(text)
}

// useDevices binds a pod whose device has a binding condition, and a pod with an extended resource that a device provides.
func (env *testEnv) useDevices() {
	env.deviceClass(providesGPUs)
	env.publish("n", device("gpu-0", withConditions), device("gpu-1"))
	env.gpuClaim("gpu")
	env.pods(pod("waits", "1m", withClaim("gpu")))
	env.awaitAllocated("gpu")
	env.reportCondition("gpu", "example.com/attached")
	env.awaitBound("waits")
	env.pods(pod("extended", "1m", requestsGPU))
	env.awaitBound("extended")
}

// series lists the contents of a metrics page: each name with its type, each set of label names, and each bucket.
func series(text string) map[string]bool {
	found := map[string]bool{}
	kinds := map[string]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, kind, _ := strings.Cut(rest, " ")
			if wantedMetric(name) {
				kinds[name] = kind
				found["type "+name+" "+kind] = true
			}
			continue
		}
		if strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		name, rest, _ := strings.Cut(line, "{")
		name, _, _ = strings.Cut(name, " ")
		if !wantedMetric(name) {
			continue
		}
		var labels []string
		for _, m := range label.FindAllStringSubmatch(rest, -1) {
			if m[1] == "le" {
				found["bucket "+name+" "+m[2]] = true
			}
			labels = append(labels, m[1])
		}
		found["labels "+name+" "+strings.Join(labels, ",")] = true
	}
	return found
}

func wantedMetric(name string) bool {
	for _, prefix := range []string{"scheduler_", "rest_client_", "leader_election_", "workqueue_", "kubernetes_", "version_info",
		"dynamic_resource_allocation_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
