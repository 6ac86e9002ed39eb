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

// trial is one named check of a scheduler on a real control plane.
type trial struct {
	name  string
	smoke bool // among those that are run on every change
	run   func(*scene)
}

// runTrials plays trials one after another and tells how each ended.
func runTrials(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("try", flag.ExitOnError)
	base := planeFlags(flags)
	subject := flags.String("subject", "{bin}/kube-scheduler", "the scheduler in question: a program that takes kube-scheduler's flags")
	only := flags.String("only", "", "names of trials, separated by commas; all unless told")
	smoke := flags.Bool("smoke", false, "only the short ones")
	list := flags.Bool("list", false, "only print the names")
	keep := flags.String("logs", "", "directory for the logs of trials that fail (default: they are lost)")
	flags.Parse(args)
	wanted := func(t trial) bool {
		return (*only == "" || slices.Contains(strings.Split(*only, ","), t.name)) && (!*smoke || t.smoke)
	}
	chosen := slices.Collect(func(yield func(trial) bool) {
		for _, t := range trials {
			if wanted(t) && !yield(t) {
				return
			}
		}
	})
	if len(chosen) == 0 {
		return fmt.Errorf("no trial is called %q", *only)
	}
	var failed []string
	for _, t := range chosen {
		if *list {
			fmt.Println(t.name)
			continue
		}
		began := time.Now()
		if err := play(ctx, t, *base, *subject, *keep); err != nil {
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
		return fmt.Errorf("%d of %d trials failed: %s", len(failed), len(chosen), strings.Join(failed, ", "))
	}
	return nil
}

// play runs one trial on a control plane of its own.
func play(ctx context.Context, t trial, o planeOptions, subject, keep string) (err error) {
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
	s := &scene{Context: ctx, plane: p, options: o, subject: strings.ReplaceAll(subject, "{bin}", o.bin), name: t.name}
	defer p.stop()
	defer func() {
		for _, running := range s.running {
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
			s.keepLogs(filepath.Join(keep, t.name))
		}
	}()
	if s.client, err = p.client(); err != nil {
		return err
	}
	t.run(s)
	return nil
}

// scene is where a trial is played: a control plane, and whoever was started on it. Its methods end the trial when
// something does not go as it must.
type scene struct {
	context.Context
	*plane
	options planeOptions
	client  kubernetes.Interface
	subject string
	name    string
	running []*process
}

type failure struct{ error }

func (s *scene) fail(format string, args ...any) {
	panic(failure{fmt.Errorf(format, args...)})
}

func (s *scene) must(err error) {
	if err != nil {
		panic(failure{err})
	}
}

func (s *scene) say(format string, args ...any) { log.Printf(s.name+": "+format, args...) }

func (s *scene) keepLogs(to string) {
	os.MkdirAll(to, 0o755)
	logs, _ := filepath.Glob(filepath.Join(s.dir, "*.log"))
	for _, file := range logs {
		if text, err := os.ReadFile(file); err == nil {
			os.WriteFile(filepath.Join(to, filepath.Base(file)), text, 0o644)
		}
	}
}

// kube is the real kube-scheduler's program.
func (s *scene) kube() string { return filepath.Join(s.bin, "kube-scheduler") }

// kubeadm is the argument list of kubeadm's static pod, but for the port.
func (s *scene) kubeadm(port int, kubeconfig string) []string {
	return []string{"--authentication-kubeconfig=" + kubeconfig, "--authorization-kubeconfig=" + kubeconfig,
		"--bind-address=127.0.0.1", "--kubeconfig=" + kubeconfig, "--leader-elect=true", fmt.Sprintf("--secure-port=%d", port)}
}

// instance is a scheduler that was started, and where it serves.
type instance struct {
	*process
	port int
}

// scheduler starts a program with kubeadm's arguments and more.
func (s *scene) scheduler(name, program string, more ...string) instance {
	return s.schedulerAs(name, program, s.schedulerKubeconfig, more...)
}

func (s *scene) schedulerAs(name, program, kubeconfig string, more ...string) instance {
	port, err := freePort()
	s.must(err)
	p, err := s.startAs(name, program+" "+strings.Join(append(s.kubeadm(port, kubeconfig), more...), " "))
	s.must(err)
	s.running = append(s.running, p)
	return instance{p, port}
}

// alone starts a scheduler that need not be elected.
func (s *scene) alone(program string, more ...string) instance {
	return s.scheduler("scheduler", program, append([]string{"--leader-elect=false", "--kube-api-qps=5000", "--kube-api-burst=5000"}, more...)...)
}

// eventually waits until a condition holds.
func (s *scene) eventually(what string, within time.Duration, holds func() bool) time.Duration {
	began := time.Now()
	for !holds() {
		if time.Since(began) > within {
			s.fail("%s: not within %s", what, within)
		}
		for _, p := range s.running {
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
		case <-s.Done():
			s.fail("%s: %v", what, s.Err())
		}
	}
	return time.Since(began)
}

// node is a ready node of a size.
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

// pod is a pod in the default namespace that asks for some CPU.
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

func prioritised(class string) func(*v1.Pod) {
	return func(p *v1.Pod) { p.Spec.PriorityClassName = class }
}

func labelled(key, value string) func(*v1.Pod) {
	return func(p *v1.Pod) { p.Labels = map[string]string{key: value} }
}

func (s *scene) nodes(nodes ...*v1.Node) {
	for _, n := range nodes {
		_, err := s.client.CoreV1().Nodes().Create(s, n, metav1.CreateOptions{})
		s.must(err)
	}
}

func (s *scene) pods(pods ...*v1.Pod) {
	for _, p := range pods {
		_, err := s.client.CoreV1().Pods(p.Namespace).Create(s, p, metav1.CreateOptions{})
		s.must(err)
	}
}

// manyPods creates n equal pods, several at a time.
func (s *scene) manyPods(prefix string, n int, cpu string) {
	s.must(parallel(s, n, func(i int) error {
		p := pod(fmt.Sprintf("%s-%05d", prefix, i), cpu)
		_, err := s.client.CoreV1().Pods(p.Namespace).Create(s, p, metav1.CreateOptions{})
		return err
	}))
}

func (s *scene) manyNodes(n int, cpu string) {
	s.must(parallel(s, n, func(i int) error {
		_, err := s.client.CoreV1().Nodes().Create(s, node(fmt.Sprintf("node-%05d", i), cpu), metav1.CreateOptions{})
		return err
	}))
}

func (s *scene) get(name string) *v1.Pod {
	p, err := s.client.CoreV1().Pods("default").Get(s, name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	s.must(err)
	return p
}

func (s *scene) awaitBound(names ...string) time.Duration {
	return s.eventually("pods "+strings.Join(names, ", ")+" are bound", time.Minute, func() bool {
		for _, name := range names {
			if p := s.get(name); p == nil || p.Spec.NodeName == "" {
				return false
			}
		}
		return true
	})
}

func (s *scene) awaitCondition(name, reason string) *v1.PodCondition {
	var found *v1.PodCondition
	s.eventually(fmt.Sprintf("pod %s has a condition PodScheduled with reason %s", name, reason), time.Minute, func() bool {
		found = scheduled(s.get(name))
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

// unbound counts the pods of the default namespace without a node; a server that is away is asked again.
func (s *scene) unbound() int { return s.count("spec.nodeName=", -1) }

// bound counts those that have one.
func (s *scene) bound() int { return s.count("spec.nodeName!=", 0) }

func (s *scene) count(selector string, away int) int {
	list, err := s.client.CoreV1().Pods("default").List(s, metav1.ListOptions{FieldSelector: selector})
	if err != nil {
		return away
	}
	return len(list.Items)
}

func (s *scene) awaitAllBound(within time.Duration) time.Duration {
	return s.eventually("all pods are bound", within, func() bool { return s.unbound() == 0 })
}

// checkState ends the trial if a node is over-committed or a constraint is broken.
func (s *scene) checkState() {
	nodes, err := s.client.CoreV1().Nodes().List(s, metav1.ListOptions{})
	s.must(err)
	pods, err := s.client.CoreV1().Pods("").List(s, metav1.ListOptions{})
	s.must(err)
	if found := violations(nodes.Items, pods.Items); len(found) > 0 {
		s.fail("%d violations, first: %s", len(found), found[0])
	}
}
