package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// embeddedOptions are the settings of the tests of the embedded cluster.
type embeddedOptions struct {
	berth  string // path of the launcher
	script string // file with kubectl commands
	pods   int    // per scheduler
	rate   int    // pods created per second
	length time.Duration
	bin    string
	plane  *planeOptions
}

// embeddedTests run one after another, each on its own embedded cluster.
var embeddedTests = []struct {
	name string
	run  func(context.Context, embeddedOptions) (string, error)
}{
	{"both-schedulers-place-pods", bothSchedulers},
	{"kubectl-output-matches", sameKubectlOutput},
	{"watches-under-load", watchesUnderLoad},
}

// runEmbedded tests the embedded cluster with real clients.
func runEmbedded(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("embedded", flag.ExitOnError)
	var o embeddedOptions
	o.plane = planeFlags(flags)
	flags.StringVar(&o.berth, "berth", "berth", "path of the launcher of Berth")
	flags.StringVar(&o.script, "script", "testdata/kubectl.txt", "file with the kubectl commands to compare")
	flags.IntVar(&o.pods, "pods", 1000, "number of pods for each scheduler")
	flags.IntVar(&o.rate, "rate", 1000, "pods to create per second under load")
	flags.DurationVar(&o.length, "for", 30*time.Second, "duration of the load")
	only := flags.String("only", "", "comma-separated names of the tests to run (default: all)")
	flags.Parse(args)
	o.bin = o.plane.bin
	var failed []string
	for _, t := range embeddedTests {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), t.name) {
			continue
		}
		began := time.Now()
		result, err := t.run(ctx, o)
		if err != nil {
			failed = append(failed, t.name)
			fmt.Printf("FAIL %s (%.1fs): %v\n", t.name, time.Since(began).Seconds(), err)
		} else {
			fmt.Printf("ok   %s (%.1fs): %s\n", t.name, time.Since(began).Seconds(), result)
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("failed: %s", strings.Join(failed, ", "))
	}
	return nil
}

// embedded is a running `berth up`.
type embedded struct {
	*process
	dir        string
	kubeconfig string
	client     kubernetes.Interface
	config     *rest.Config
	ready      time.Duration // from the start of the launcher to the first response
}

// startEmbedded runs `berth up` with additional flags and waits until the API responds.
func startEmbedded(ctx context.Context, o embeddedOptions, args ...string) (_ *embedded, err error) {
	dir, err := os.MkdirTemp("", "embedded-")
	if err != nil {
		return nil, err
	}
	e := &embedded{dir: dir, kubeconfig: filepath.Join(dir, "kubeconfig")}
	defer func() {
		if err != nil {
			e.end()
		}
	}()
	began := time.Now()
	e.process, err = start("berth", filepath.Join(dir, "berth.log"),
		append([]string{o.berth, "up", "--nodes", "0", "--pods", "0", "--kubeconfig", e.kubeconfig}, args...)...)
	if err != nil {
		return nil, err
	}
	limit := time.After(time.Minute)
	for {
		if _, err := os.Stat(e.kubeconfig); err == nil {
			break
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-e.done:
			return nil, e.failure()
		case <-limit:
			return nil, errors.New("the embedded cluster did not start within a minute; see " + e.log)
		}
	}
	if e.config, err = clientcmd.BuildConfigFromFlags("", e.kubeconfig); err != nil {
		return nil, err
	}
	e.config.QPS = -1
	e.config.ContentType, e.config.AcceptContentTypes = "application/json", "application/json"
	if e.client, err = kubernetes.NewForConfig(e.config); err != nil {
		return nil, err
	}
	_, err = e.client.Discovery().RESTClient().Get().AbsPath("/readyz").DoRaw(ctx)
	e.ready = time.Since(began)
	return e, err
}

func (e *embedded) end() {
	e.process.stop()
	os.RemoveAll(e.dir)
}

// nodes creates ready nodes with the given CPU and pod capacity.
func (e *embedded) nodes(ctx context.Context, count int, cpu, pods string) error {
	return parallel(ctx, count, func(i int) error {
		n := node(nodeName(i), cpu, func(n *v1.Node) {
			n.Status.Capacity[v1.ResourcePods] = resource.MustParse(pods)
			n.Status.Capacity[v1.ResourceMemory] = resource.MustParse("1Ti")
			n.Status.Allocatable = n.Status.Capacity.DeepCopy()
		})
		_, err := e.client.CoreV1().Nodes().Create(ctx, n, metav1.CreateOptions{})
		return err
	})
}

// bothSchedulers runs kube-scheduler and Berth at the same time, each with its own pods.
func bothSchedulers(ctx context.Context, o embeddedOptions) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	config, err := os.CreateTemp("", "berth-*.yaml")
	if err != nil {
		return "", err
	}
	defer os.Remove(config.Name())
	fmt.Fprint(config, "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles: [{schedulerName: berth}]\n")
	config.Close()
	e, err := startEmbedded(ctx, o, "--config", config.Name())
	if err != nil {
		return "", err
	}
	defer e.end()
	if err := e.nodes(ctx, 100, "32", "110"); err != nil {
		return "", err
	}
	kube, err := startKubeScheduler(o, e)
	if err != nil {
		return "", err
	}
	defer kube.stop()
	names := []string{"default-scheduler", "berth"}
	began := time.Now()
	err = parallel(ctx, 2*o.pods, func(i int) error {
		p := named(basicPod(), metav1.NamespaceDefault, "pod", i)
		p.Spec.SchedulerName = names[i%2]
		_, err := e.client.CoreV1().Pods(p.Namespace).Create(ctx, p, metav1.CreateOptions{})
		return err
	})
	if err != nil {
		return "", err
	}
	for {
		bound, err := placed(ctx, e)
		if err != nil {
			return "", err
		}
		if bound[names[0]] == o.pods && bound[names[1]] == o.pods {
			return fmt.Sprintf("each scheduler bound %d pods in %.1f s, API ready %.2f s after the start", o.pods, time.Since(began).Seconds(), e.ready.Seconds()), nil
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-kube.done:
			return "", kube.failure()
		case <-e.done:
			return "", e.failure()
		case <-ctx.Done():
			return "", fmt.Errorf("not all pods are bound after five minutes: %v", bound)
		}
	}
}

func startKubeScheduler(o embeddedOptions, e *embedded) (*process, error) {
	config := filepath.Join(e.dir, "kube-scheduler.yaml")
	err := os.WriteFile(config, fmt.Appendf(nil, `apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection: {kubeconfig: %s, contentType: application/json, acceptContentTypes: application/json, qps: 1000, burst: 1000}
`, e.kubeconfig), 0o600)
	if err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	return start("kube-scheduler", filepath.Join(e.dir, "kube-scheduler.log"), filepath.Join(o.bin, "kube-scheduler"),
		"--config="+config, "--bind-address=127.0.0.1", fmt.Sprintf("--secure-port=%d", port),
		"--authentication-kubeconfig="+e.kubeconfig, "--authorization-kubeconfig="+e.kubeconfig)
}

// placed counts the bound pods by scheduler and checks that no node exceeds its pod capacity.
func placed(ctx context.Context, e *embedded) (map[string]int, error) {
	list, err := e.client.CoreV1().Pods(metav1.NamespaceDefault).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	bound, onNode := map[string]int{}, map[string]int{}
	for _, p := range list.Items {
		if p.Spec.NodeName != "" {
			bound[p.Spec.SchedulerName]++
			onNode[p.Spec.NodeName]++
		}
	}
	for name, count := range onNode {
		if count > 110 {
			return nil, fmt.Errorf("%d pods are on node %s, which has a capacity of 110", count, name)
		}
	}
	return bound, nil
}
