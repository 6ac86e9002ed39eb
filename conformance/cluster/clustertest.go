package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// clusterTest is a named test of a scheduler on a real control plane.
type clusterTest struct {
	name  string
	smoke bool // part of the smoke tests, which run on every change
	run   func(*testEnv)
}

// runTests runs cluster tests one after another and prints the result of each.
func runTests(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("test", flag.ExitOnError)
	base := planeFlags(flags)
	subject := flags.String("subject", "{bin}/kube-scheduler", "command of the scheduler under test, which accepts kube-scheduler's flags")
	only := flags.String("only", "", "comma-separated names of the tests to run (default: all)")
	smoke := flags.Bool("smoke", false, "run only the smoke tests")
	list := flags.Bool("list", false, "print the names of the tests and exit")
	keep := flags.String("logs", "", "directory for the logs of failed tests (default: logs are deleted)")
	flags.Parse(args)
	wanted := func(t clusterTest) bool {
		return (*only == "" || slices.Contains(strings.Split(*only, ","), t.name)) && (!*smoke || t.smoke)
	}
	chosen := slices.Collect(func(yield func(clusterTest) bool) {
		for _, t := range clusterTests {
			if wanted(t) && !yield(t) {
				return
			}
		}
	})
	if len(chosen) == 0 {
		return fmt.Errorf("no cluster test matches --only=%q; --list prints the names", *only)
	}
	var failed []string
	for _, t := range chosen {
		if *list {
			fmt.Println(t.name)
			continue
		}
		began := time.Now()
		if err := runTest(ctx, t, *base, *subject, *keep); err != nil {
			failed = append(failed, t.name)
			fmt.Printf("FAIL %s (%.1fs): %v\n", t.name, time.Since(began).Seconds(), err)
		} else {
			fmt.Printf("ok   %s (%.1fs)\n", t.name, time.Since(began).Seconds())
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("%d of %d cluster tests failed: %s", len(failed), len(chosen), strings.Join(failed, ", "))
	}
	return nil
}

// runTest runs one test on its own control plane.
func runTest(ctx context.Context, t clusterTest, o planeOptions, subject, keep string) (err error) {
	o.dir = ""
	cleanUp, err := o.ensureDir()
	if err != nil {
		return err
	}
	defer cleanUp()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	p, err := startPlane(ctx, o)
	if err != nil {
		return err
	}
	env := &testEnv{Context: ctx, plane: p, options: o, subject: strings.ReplaceAll(subject, "{bin}", o.bin), name: t.name}
	defer p.stop()
	defer func() {
		for _, running := range env.running {
			running.stop()
		}
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r
		default:
			err = fmt.Errorf("%v\n%s", r, debug.Stack())
		}
		if err != nil && keep != "" {
			env.keepLogs(filepath.Join(keep, t.name))
		}
	}()
	if env.client, err = p.client(); err != nil {
		return err
	}
	t.run(env)
	return nil
}

// testEnv is the environment of a cluster test: a control plane and the schedulers that the test started. Its methods
// end the test when an operation fails.
type testEnv struct {
	context.Context
	*plane
	options planeOptions
	client  kubernetes.Interface
	subject string
	name    string
	running []*process
}

// failure is the panic that ends a test.
type failure struct{ error }

func (env *testEnv) fail(format string, args ...any) {
	panic(failure{fmt.Errorf(format, args...)})
}

func (env *testEnv) must(err error) {
	if err != nil {
		panic(failure{err})
	}
}

func (env *testEnv) logf(format string, args ...any) { log.Printf(env.name+": "+format, args...) }

func (env *testEnv) keepLogs(to string) {
	os.MkdirAll(to, 0o755)
	logs, _ := filepath.Glob(filepath.Join(env.dir, "*.log"))
	for _, file := range logs {
		if text, err := os.ReadFile(file); err == nil {
			os.WriteFile(filepath.Join(to, filepath.Base(file)), text, 0o644)
		}
	}
}

// kubeScheduler returns the path of the real kube-scheduler.
func (env *testEnv) kubeScheduler() string { return filepath.Join(env.bin, "kube-scheduler") }

// kubeadmArgs returns the arguments of kubeadm's static pod, with another port.
func (env *testEnv) kubeadmArgs(port int, kubeconfig string) []string {
	return []string{"--authentication-kubeconfig=" + kubeconfig, "--authorization-kubeconfig=" + kubeconfig,
		"--bind-address=127.0.0.1", "--kubeconfig=" + kubeconfig, "--leader-elect=true", fmt.Sprintf("--secure-port=%d", port)}
}

// instance is a running scheduler and its secure port.
type instance struct {
	*process
	port int
}

// scheduler starts a program with kubeadm's arguments and further ones.
func (env *testEnv) scheduler(name, program string, more ...string) instance {
	return env.schedulerAs(name, program, env.schedulerKubeconfig, more...)
}

func (env *testEnv) schedulerAs(name, program, kubeconfig string, more ...string) instance {
	port, err := freePort()
	env.must(err)
	p, err := env.startAs(name, program+" "+strings.Join(append(env.kubeadmArgs(port, kubeconfig), more...), " "))
	env.must(err)
	env.running = append(env.running, p)
	return instance{p, port}
}

// startWithoutElection starts a scheduler without leader election.
func (env *testEnv) startWithoutElection(program string, more ...string) instance {
	return env.scheduler("scheduler", program, append([]string{"--leader-elect=false", "--kube-api-qps=5000", "--kube-api-burst=5000"}, more...)...)
}

// eventually waits until a condition holds and returns how long that took. The test fails after the timeout, or when a
// scheduler ends unexpectedly.
func (env *testEnv) eventually(what string, within time.Duration, holds func() bool) time.Duration {
	began := time.Now()
	for !holds() {
		if time.Since(began) > within {
			env.fail("timed out after %s: %s", within, what)
		}
		for _, p := range env.running {
			select {
			case <-p.done:
				if !p.expected {
					panic(failure{p.failure()})
				}
			default:
			}
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-env.Done():
			env.fail("%s: %v", what, env.Err())
		}
	}
	return time.Since(began)
}

// node returns a ready node with the given CPU.
func node(name, cpu string, change ...func(*v1.Node)) *v1.Node {
	size := v1.ResourceList{v1.ResourcePods: resource.MustParse("110"), v1.ResourceCPU: resource.MustParse(cpu),
		v1.ResourceMemory: resource.MustParse("32Gi")}
	n := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{v1.LabelHostname: name}},
		Status: v1.NodeStatus{Capacity: size, Allocatable: size,
			Conditions: []v1.NodeCondition{{Type: v1.NodeReady, Status: v1.ConditionTrue}}}}
	for _, c := range change {
		c(n)
	}
	return n
}

// pod returns a pod in the default namespace with a CPU request.
func pod(name, cpu string, change ...func(*v1.Pod)) *v1.Pod {
	grace := int64(0)
	p := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"},
		Spec: v1.PodSpec{TerminationGracePeriodSeconds: &grace, Containers: []v1.Container{{Name: "c", Image: "i",
			Resources: v1.ResourceRequirements{Requests: v1.ResourceList{v1.ResourceCPU: resource.MustParse(cpu)}}}}}}
	for _, c := range change {
		c(p)
	}
	return p
}

func on(node string) func(*v1.Pod) { return func(p *v1.Pod) { p.Spec.NodeName = node } }

func withPriority(class string) func(*v1.Pod) {
	return func(p *v1.Pod) { p.Spec.PriorityClassName = class }
}

func withLabel(key, value string) func(*v1.Pod) {
	return func(p *v1.Pod) { p.Labels = map[string]string{key: value} }
}

func (env *testEnv) nodes(nodes ...*v1.Node) {
	for _, n := range nodes {
		_, err := env.client.CoreV1().Nodes().Create(env, n, metav1.CreateOptions{})
		env.must(err)
	}
}

func (env *testEnv) pods(pods ...*v1.Pod) {
	for _, p := range pods {
		_, err := env.client.CoreV1().Pods(p.Namespace).Create(env, p, metav1.CreateOptions{})
		env.must(err)
	}
}

// manyPods creates n equal pods with parallel requests.
func (env *testEnv) manyPods(prefix string, n int, cpu string) {
	env.must(parallel(env, n, func(i int) error {
		p := pod(fmt.Sprintf("%s-%05d", prefix, i), cpu)
		_, err := env.client.CoreV1().Pods(p.Namespace).Create(env, p, metav1.CreateOptions{})
		return err
	}))
}

func (env *testEnv) manyNodes(n int, cpu string) {
	env.must(parallel(env, n, func(i int) error {
		_, err := env.client.CoreV1().Nodes().Create(env, node(fmt.Sprintf("node-%05d", i), cpu), metav1.CreateOptions{})
		return err
	}))
}

func (env *testEnv) get(name string) *v1.Pod {
	p, err := env.client.CoreV1().Pods("default").Get(env, name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	env.must(err)
	return p
}

func (env *testEnv) awaitBound(names ...string) time.Duration {
	return env.eventually("pods "+strings.Join(names, ", ")+" are bound", time.Minute, func() bool {
		for _, name := range names {
			if p := env.get(name); p == nil || p.Spec.NodeName == "" {
				return false
			}
		}
		return true
	})
}

func (env *testEnv) awaitCondition(name, reason string) *v1.PodCondition {
	var found *v1.PodCondition
	env.eventually(fmt.Sprintf("pod %s has a condition PodScheduled with reason %s", name, reason), time.Minute, func() bool {
		found = scheduled(env.get(name))
		return found != nil && found.Reason == reason
	})
	return found
}

func scheduled(p *v1.Pod) *v1.PodCondition {
	if p == nil {
		return nil
	}
	for i := range p.Status.Conditions {
		if p.Status.Conditions[i].Type == v1.PodScheduled {
			return &p.Status.Conditions[i]
		}
	}
	return nil
}

// unbound counts the pods of the default namespace without a node. It returns -1 if the API server does not respond.
func (env *testEnv) unbound() int { return env.count("spec.nodeName=", -1) }

// bound counts the pods of the default namespace with a node. It returns 0 if the API server does not respond.
func (env *testEnv) bound() int { return env.count("spec.nodeName!=", 0) }

func (env *testEnv) count(selector string, unavailable int) int {
	list, err := env.client.CoreV1().Pods("default").List(env, metav1.ListOptions{FieldSelector: selector})
	if err != nil {
		return unavailable
	}
	return len(list.Items)
}

func (env *testEnv) awaitAllBound(within time.Duration) time.Duration {
	return env.eventually("all pods are bound", within, func() bool { return env.unbound() == 0 })
}

// checkState fails the test if a node is overcommitted or a constraint is violated.
func (env *testEnv) checkState() {
	nodes, err := env.client.CoreV1().Nodes().List(env, metav1.ListOptions{})
	env.must(err)
	pods, err := env.client.CoreV1().Pods("").List(env, metav1.ListOptions{})
	env.must(err)
	if found := violations(nodes.Items, pods.Items); len(found) > 0 {
		env.fail("%d violations, first: %s", len(found), found[0])
	}
}
