package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// reloadTests check that Berth reloads its configuration. kube-scheduler has no such flag.
var reloadTests = []clusterTest{
	{"reloads-a-configmap", false, reloadsConfigMap},
}

// configMap is a directory with a file, updated as the kubelet updates the volume of a ConfigMap: the link ..data is
// replaced atomically.
type configMap struct {
	env      *testEnv
	dir      string
	versions int
}

func (m *configMap) file() string { return filepath.Join(m.dir, "scheduler.yaml") }

func (m *configMap) write(content string) {
	m.versions++
	version := fmt.Sprintf("..version_%d", m.versions)
	m.env.must(os.MkdirAll(filepath.Join(m.dir, version), 0o700))
	m.env.must(os.WriteFile(filepath.Join(m.dir, version, "scheduler.yaml"), []byte(content), 0o600))
	m.env.must(os.Symlink(version, filepath.Join(m.dir, "..data_tmp")))
	m.env.must(os.Rename(filepath.Join(m.dir, "..data_tmp"), filepath.Join(m.dir, "..data")))
	if m.versions == 1 {
		m.env.must(os.Symlink(filepath.Join("..data", "scheduler.yaml"), m.file()))
	}
}

// awaitMetric waits until a line of /metrics begins with the text.
func (env *testEnv) awaitMetric(i instance, line string) {
	env.eventually("the metrics contain "+line, 30*time.Second, func() bool {
		code, text := env.fetch(i, "/metrics", env.adminKubeconfig)
		return code == 200 && strings.Contains(text, "\n"+line+"\n")
	})
}

// reloadsConfigMap checks that a scheduler uses a changed configuration without a restart, that pods which the old
// configuration made unschedulable are retried, and that it rejects an invalid configuration and keeps the last one.
func reloadsConfigMap(env *testEnv) {
	if env.subject == env.kubeScheduler() {
		env.logf("skipped: kube-scheduler does not reload its configuration")
		return
	}
	config, err := os.ReadFile(env.writeConfig(""))
	env.must(err)
	base := strings.Replace(string(config), "leaderElect: false", "leaderElect: true", 1)
	m := &configMap{env: env, dir: filepath.Join(env.dir, "configmap")}
	m.write(base)
	env.nodes(node("n", "4"))
	i := env.scheduler("scheduler", env.subject, "--config="+m.file(), "--reload-config")
	env.awaitReady(i)
	env.scheduleOne("first", 30*time.Second)
	env.pods(pod("large", "100"), pod("other", "100m"))
	env.awaitCondition("large", "Unschedulable")

	// Without NodeResourcesFit, nothing rejects the large pod.
	m.write(base + "profiles:\n- plugins:\n    multiPoint:\n      disabled:\n      - name: NodeResourcesFit\n")
	env.awaitMetric(i, `berth_config_reloads_total{result="success"} 1`)
	env.awaitBound("large", "other")
	if code, text := env.fetch(i, "/configz", env.adminKubeconfig); code != 200 || !strings.Contains(text, `"disabled":[{"name":"NodeResourcesFit"`) {
		env.fail("/configz does not show the configuration in force: %d %s", code, text)
	}
	env.eventually("the lease has an event about the reload", 20*time.Second, func() bool {
		list, err := env.client.CoreV1().Events("kube-system").List(env, metav1.ListOptions{FieldSelector: "reason=ConfigurationReloaded"})
		env.must(err)
		return len(list.Items) == 1 && list.Items[0].InvolvedObject.Kind == "Lease"
	})

	// An invalid configuration changes nothing.
	m.write(base + "profile: []\n")
	env.awaitMetric(i, `berth_config_reloads_total{result="invalid"} 1`)
	env.awaitMetric(i, "berth_config_last_reload_successful 0")
	env.pods(pod("second", "100"))
	env.awaitBound("second")

	// A field that needs a restart is rejected, too.
	m.write(strings.Replace(base, "clientConnection:", "enableProfiling: false\nclientConnection:", 1))
	env.awaitMetric(i, `berth_config_reloads_total{result="restart"} 1`)
	if !strings.Contains(env.logOf(i), "enableProfiling: changed from true to false, which needs a restart") {
		env.fail("the log does not name the field that needs a restart")
	}

	// A second profile takes over the pods with its name. The first node is full.
	env.nodes(node("empty", "4"))
	env.pods(pod("waiting", "100m", func(p *v1.Pod) { p.Spec.SchedulerName = "second" }))
	m.write(base + "profiles:\n- schedulerName: default-scheduler\n- schedulerName: second\n")
	env.awaitMetric(i, `berth_config_reloads_total{result="success"} 2`)
	env.awaitMetric(i, "berth_config_last_reload_successful 1")
	env.awaitBound("waiting")
	env.pods(pod("third", "100"))
	env.awaitCondition("third", "Unschedulable")
	if took, code := env.end(i); code != 0 {
		env.fail("the scheduler exited after %s with code %d, want code 0", took, code)
	}
}
