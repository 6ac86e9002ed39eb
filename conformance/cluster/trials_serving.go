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

// What a scheduler serves and how it behaves as a process.
var servingTrials = []trial{
	{"kubeadm-arguments-kubectl-and-rights", true, kubeadmArguments},
	{"stops-in-time", false, stopsInTime},
	{"shows-every-metric-kube-scheduler-shows", false, showsMetrics},
}

// fetch asks a scheduler's secure port; who is empty for nobody, else a kubeconfig.
func (s *scene) fetch(i instance, path, who string) (int, string) {
	transport := http.RoundTripper(&http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true})
	if who != "" {
		config, err := clientcmd.BuildConfigFromFlags("", who)
		s.must(err)
		config.TLSClientConfig.Insecure, config.TLSClientConfig.CAData, config.TLSClientConfig.CAFile = true, nil, ""
		transport, err = rest.TransportFor(config)
		s.must(err)
	}
	client := &http.Client{Transport: transport, Timeout: 20 * time.Second}
	answer, err := client.Get(fmt.Sprintf("https://127.0.0.1:%d%s", i.port, path))
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	s.must(err)
	return answer.StatusCode, string(text)
}

// awaitReady waits until a scheduler says that it is ready.
func (s *scene) awaitReady(i instance) {
	s.eventually("the scheduler is ready", time.Minute, func() bool {
		code, text := s.fetch(i, "/readyz", "")
		return code == 200 && text == "ok"
	})
}

func kubeadmArguments(s *scene) {
	s.nodes(node("n", "4"))
	i := s.scheduler("scheduler", s.subject)
	s.awaitReady(i)
	s.schedules("pod", 30*time.Second)
	for path, want := range map[string]int{"/healthz": 200, "/livez": 200, "/readyz": 200, "/metrics": 403, "/configz": 403, "/nowhere": 403} {
		if code, text := s.fetch(i, path, ""); code != want {
			s.fail("%s without rights: %d %s", path, code, text)
		}
	}
	if code, text := s.fetch(i, "/metrics", s.schedulerKubeconfig); code != 403 {
		s.fail("/metrics as somebody without the right: %d %.200s", code, text)
	}
	for _, path := range []string{"/metrics", "/metrics/resources", "/metrics/slis", "/configz", "/statusz", "/flagz"} {
		if code, text := s.fetch(i, path, s.adminKubeconfig); code != 200 || text == "" {
			s.fail("%s with rights: %d %s", path, code, text)
		}
	}
	if _, err := exec.LookPath("kubectl"); err != nil {
		s.say("kubectl is absent, so it is left out")
		return
	}
	kubectl := func(args ...string) string {
		out, err := exec.Command("kubectl", append([]string{"--kubeconfig", s.adminKubeconfig}, args...)...).CombinedOutput()
		if err != nil {
			s.fail("kubectl %v: %v: %s", args, err, out)
		}
		return string(out)
	}
	if out := kubectl("get", "pod", "pod", "-o", "wide"); !strings.Contains(out, " n ") {
		s.fail("kubectl does not show the node:\n%s", out)
	}
	s.eventually("kubectl shows the event", 20*time.Second, func() bool {
		return strings.Contains(kubectl("get", "events"), "Successfully assigned default/pod to n")
	})
}

func stopsInTime(s *scene) {
	s.nodes(node("n", "4"))
	for _, elects := range []string{"true", "false"} {
		i := s.scheduler("scheduler-"+elects, s.subject, "--leader-elect="+elects)
		s.awaitReady(i)
		s.schedules("pod-"+elects, 30*time.Second)
		took, code := s.end(i)
		if took > 5*time.Second || code != 0 {
			s.fail("with --leader-elect=%s it ended after %s with code %d", elects, took, code)
		}
		s.say("with --leader-elect=%s it ended after %.2fs", elects, took.Seconds())
	}
	s.stopsAtOnce()
	i := s.scheduler("dumps", s.subject, "--leader-elect=false")
	s.awaitReady(i)
	syscall.Kill(i.cmd.Process.Pid, syscall.SIGUSR2)
	s.eventually("cache and queue are dumped", 10*time.Second, func() bool {
		return strings.Contains(s.logOf(i), "Dump of cached NodeInfo") && strings.Contains(s.logOf(i), "Dump of scheduling queue")
	})
	select {
	case <-i.done:
		s.fail("SIGUSR2 ended it")
	default:
	}
}

// stopsAtOnce: a scheduler that waits for its turn to read or to write ends as fast as an idle one, and shows its metrics.
func (s *scene) stopsAtOnce() {
	leader := s.scheduler("busy", s.subject)
	s.awaitReady(leader)
	config := s.writeConfig("delayCacheUntilActive: true")
	text, err := os.ReadFile(config)
	s.must(err)
	s.must(os.WriteFile(config, []byte(strings.Replace(string(text), "leaderElect: false", "leaderElect: true", 1)), 0o600))
	standby := s.scheduler("standby", s.subject, "--config="+config)
	s.eventually("the standby shows its metrics", time.Minute, func() bool {
		code, _ := s.fetch(standby, "/metrics", s.adminKubeconfig)
		return code == 200
	})
	if took, code := s.end(standby); took > 5*time.Second || code != 0 {
		s.fail("a standby that reads nothing yet ended after %s with code %d", took, code)
	}
	s.manyNodes(6, "1")
	s.manyPods("busy", 600, "10m")
	if took, code := s.end(leader); took > 5*time.Second || code != 0 {
		s.fail("with 600 pods to bind it ended after %s with code %d", took, code)
	}
	if s.unbound() == 0 {
		s.fail("all were bound before it ended, so nothing was tried")
	}
	if holder := s.holder(); holder != "" {
		s.fail("%s still holds the lease", holder)
	}
	lonely := s.scheduler("lonely", s.subject)
	s.awaitHolder("", time.Minute)
	syscall.Kill(s.apiserver.cmd.Process.Pid, syscall.SIGSTOP)
	took, code := s.end(lonely)
	syscall.Kill(s.apiserver.cmd.Process.Pid, syscall.SIGCONT)
	if took > 10*time.Second || code != 0 {
		s.fail("with a server that does not answer it ended after %s with code %d", took, code)
	}
	s.say("with a server that does not answer it ended after %.1fs", took.Seconds())
}

// showsMetrics: every metric, label and bucket that kube-scheduler shows after a workload is among the subject's.
func showsMetrics(s *scene) {
	ours := s.metricsAfterWork(s.subject)
	var theirs map[string]bool
	s.must(play(s, trial{name: s.name + "-kube", run: func(other *scene) { theirs = other.metricsAfterWork(other.kube()) }}, s.options, s.kube(), ""))
	var missing []string
	for m := range theirs {
		if !ours[m] {
			missing = append(missing, m)
		}
	}
	if len(missing) > 0 {
		s.fail("%d of %d are missing:\n%s", len(missing), len(theirs), strings.Join(missing, "\n"))
	}
	s.say("all %d are there", len(theirs))
}

func (s *scene) metricsAfterWork(program string) map[string]bool {
	s.priorityClasses()
	s.nodes(node("n", "4"))
	i := s.scheduler("scheduler", program)
	s.awaitReady(i)
	s.pods(pod("victim", "3", prioritised("low")))
	s.awaitBound("victim")
	s.pods(pod("too-large", "100"))
	s.awaitCondition("too-large", "Unschedulable")
	s.pods(pod("urgent", "3", prioritised("high")))
	s.awaitBound("urgent")
	s.manyPods("more", 100, "1m") // what plugins take is measured in one cycle of ten
	s.eventually("more pods are bound", time.Minute, func() bool { return s.unbound() == 1 })
	s.must(s.client.CoreV1().Pods("default").Delete(s, "urgent", metav1.DeleteOptions{}))
	time.Sleep(3 * time.Second) // counters are brought up to date every second
	code, text := s.fetch(i, "/metrics", s.adminKubeconfig)
	if code != 200 {
		s.fail("/metrics: %d %s", code, text)
	}
	return series(text)
}

// series is what a metrics page consists of: each name with its type, each set of label names, each bucket.
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
	for _, prefix := range []string{"scheduler_", "rest_client_", "leader_election_", "workqueue_", "kubernetes_", "version_info"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
