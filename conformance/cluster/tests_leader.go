package main

import (
	"fmt"
	"sync/atomic"
	"syscall"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// leaderTests check leader election among several replicas.
var leaderTests = []clusterTest{
	{"two-replicas-one-leader", false, twoReplicas},
	{"hands-over-to-kube-scheduler-and-back", false, handsOver},
	{"leader-killed-ten-times-under-load", false, killedTenTimes},
	{"paused-leader-writes-nothing", false, pausedLeader},
}

// maxTakeover limits the time without a leader after the leader is killed: the lease duration and one retry period.
const maxTakeover = 17 * time.Second

// maxHandover limits the time without a leader after the leader releases its lease.
const maxHandover = 2 * time.Second

func (env *testEnv) leaseHolder() string {
	l, err := env.client.CoordinationV1().Leases("kube-system").Get(env, "kube-scheduler", metav1.GetOptions{})
	if err != nil || l.Spec.HolderIdentity == nil {
		return ""
	}
	return *l.Spec.HolderIdentity
}

func (env *testEnv) awaitHolder(other string, within time.Duration) (string, time.Duration) {
	var leaseHolder string
	took := env.eventually("another replica is the leader", within, func() bool {
		leaseHolder = env.leaseHolder()
		return leaseHolder != "" && leaseHolder != other
	})
	return leaseHolder, took
}

// scheduleOne creates a pod and returns how long it took until the pod is bound.
func (env *testEnv) scheduleOne(name string, within time.Duration) time.Duration {
	began := time.Now()
	env.pods(pod(name, "10m"))
	env.eventually("pod "+name+" is bound", within, func() bool { return env.get(name).Spec.NodeName != "" })
	return time.Since(began)
}

func twoReplicas(env *testEnv) {
	env.manyNodes(7, "1")
	one := env.scheduler("one", env.subject)
	leaseHolder, _ := env.awaitHolder("", time.Minute)
	env.scheduleOne("first", 30*time.Second)
	two := env.scheduler("two", env.subject)
	env.awaitReady(two)
	if env.leaseHolder() != leaseHolder {
		env.fail("a second replica took the lease from the first")
	}
	// More binds are pending than the client rate limit allows. They must not delay the exit.
	bindAudit := env.bindAudit()
	env.manyPods("pod", 600, "10m")
	took, code := env.end(one)
	if code != 0 || took > 5*time.Second {
		env.fail("the leader exited after %s with code %d, want code 0 within 5s", took, code)
	}
	if env.unbound() == 0 {
		env.fail("all pods were bound before the leader exited, so the test is void")
	}
	left := env.unbound()
	took += env.eventually("pods are bound again", time.Minute, func() bool { return env.unbound() < left })
	if took > maxHandover {
		env.fail("the next bind came %s after SIGTERM to the leader, want at most %s", took, maxHandover)
	}
	env.logf("the next bind came %.1fs after SIGTERM to the leader", took.Seconds())
	env.awaitAllBound(time.Minute)
	env.checkState()
	bindAudit.check()
	l, err := env.client.CoordinationV1().Leases("kube-system").Get(env, "kube-scheduler", metav1.GetOptions{})
	env.must(err)
	if l.Spec.LeaseTransitions == nil || *l.Spec.LeaseTransitions < 1 || l.Spec.LeaseDurationSeconds == nil || *l.Spec.LeaseDurationSeconds != 15 {
		env.fail("unexpected lease: %+v", l.Spec)
	}
}

// handsOver replaces the real kube-scheduler with the subject and back, as an operator does.
func handsOver(env *testEnv) {
	env.manyNodes(3, "100")
	kube := env.scheduler("kube", env.kubeScheduler())
	env.scheduleOne("by-kube", time.Minute)
	first, _ := env.awaitHolder("", time.Minute)
	subject := env.scheduler("subject", env.subject)
	env.awaitReady(subject)
	env.end(kube)
	if took := env.scheduleOne("by-subject", 30*time.Second); took > maxHandover {
		env.fail("the subject took over after %s, want at most %s", took, maxHandover)
	}
	second, _ := env.awaitHolder(first, 10*time.Second)
	kubeAgain := env.scheduler("kube-again", env.kubeScheduler())
	env.awaitReady(kubeAgain)
	env.end(subject)
	took := env.scheduleOne("by-kube-again", time.Minute)
	env.awaitHolder(second, 10*time.Second)
	env.logf("kube-scheduler took over again after %.1fs", took.Seconds())
	env.checkState()
}

// load creates pods at a steady rate until stop is called or the limit is reached. stop returns the number of pods.
func (env *testEnv) load(prefix, cpu string, perSecond, limit int) (stop func() int) {
	ended, over := make(chan struct{}), make(chan struct{})
	var created atomic.Int64
	go func() {
		defer close(over)
		tick := time.NewTicker(time.Second / time.Duration(perSecond))
		defer tick.Stop()
		for i := 0; int(created.Load()) < limit; i++ {
			select {
			case <-ended:
				return
			case <-tick.C:
				p := pod(fmt.Sprintf("%s-%05d", prefix, i), cpu)
				if _, err := env.client.CoreV1().Pods("default").Create(env, p, metav1.CreateOptions{}); err == nil {
					created.Add(1)
				}
			}
		}
	}()
	return func() int {
		close(ended)
		<-over
		return int(created.Load())
	}
}

// Keys of the API server's request counts for binds.
const (
	bindingsGranted  = "POST pods/binding 201"
	bindingConflicts = "POST pods/binding 409"
)

// bindAudit compares the bind requests that the API server received with the pods that are bound. A pod never changes its
// node, so a repeated bind shows only in these counts: as a conflict, or as one success too many.
type bindAudit struct {
	env       *testEnv
	before    counts
	bound     int
	conflicts int
	restarted bool
}

func (env *testEnv) bindAudit() *bindAudit {
	before, err := requests(env, env.client)
	env.must(err)
	return &bindAudit{env: env, before: before, bound: env.bound()}
}

// restart runs a function that restarts the API server, which resets its counters.
func (l *bindAudit) restart(restartServer func()) {
	now, err := requests(l.env, l.env.client)
	l.env.must(err)
	l.conflicts += now.since(l.before)[bindingConflicts]
	restartServer()
	l.before, l.restarted = counts{}, true
}

func (l *bindAudit) check() {
	now, err := requests(l.env, l.env.client)
	l.env.must(err)
	since := now.since(l.before)
	if n := l.conflicts + since[bindingConflicts]; n > 0 {
		l.env.fail("%d binds conflicted: the pods were bound already", n)
	}
	if bound := l.env.bound() - l.bound; !l.restarted && since[bindingsGranted] != bound {
		l.env.fail("%d binds succeeded for %d pods", since[bindingsGranted], bound)
	}
}

// fill creates as many pods as the remaining capacity allows, and one more, which must be unschedulable.
func (env *testEnv) fill(capacity int, cpu string) {
	env.manyPods("fill", capacity, cpu)
	env.awaitAllBound(4 * time.Minute)
	env.checkState()
	env.pods(pod("beyond", cpu))
	env.awaitCondition("beyond", "Unschedulable")
}

func killedTenTimes(env *testEnv) {
	const capacity = 5000 // for four minutes of load
	env.manyNodes(capacity/100, "1")
	bindAudit := env.bindAudit()
	standby := env.scheduler("replica-00", env.subject)
	leaseHolder, _ := env.awaitHolder("", time.Minute)
	stop := env.load("pod", "10m", 20, capacity)
	var slowest time.Duration
	for i := 1; i <= 10; i++ {
		next := env.scheduler(fmt.Sprintf("replica-%02d", i), env.subject)
		env.awaitReady(next)
		standby.expected = true
		standby.signal(syscall.SIGKILL)
		<-standby.done
		died := time.Now()
		time.Sleep(time.Second) // requests of the killed leader can still arrive
		before := env.bound()
		leaseHolder, _ = env.awaitHolder(leaseHolder, maxTakeover+5*time.Second)
		env.eventually("pods are bound again", maxTakeover+5*time.Second, func() bool { return env.bound() > before })
		took := time.Since(died)
		slowest = max(slowest, took)
		env.logf("takeover %d after %.1fs", i, took.Seconds())
		if took > maxTakeover {
			env.fail("takeover %d took %s, want at most %s", i, took, maxTakeover)
		}
		standby = next
		time.Sleep(2 * time.Second) // a few seconds of scheduling before the next kill
	}
	created := stop()
	env.awaitAllBound(time.Minute)
	pods, err := env.client.CoreV1().Pods("default").List(env, metav1.ListOptions{})
	env.must(err)
	if len(pods.Items) != created {
		env.fail("%d pods were created, %d exist", created, len(pods.Items))
	}
	env.fill(capacity-created, "10m")
	bindAudit.check()
	env.logf("%d pods, slowest takeover %.1fs", created, slowest.Seconds())
}

// pausedLeader pauses the leader for longer than its lease while many of its binds are pending. When it continues, another
// leader has bound the pods, and it must not write.
func pausedLeader(env *testEnv) {
	const capacity = 900
	env.manyNodes(capacity/100, "1")
	bindAudit := env.bindAudit()
	pausedReplica := env.scheduler("paused", env.subject)
	first, _ := env.awaitHolder("", time.Minute)
	other := env.scheduler("other", env.subject)
	env.awaitReady(other)
	env.manyPods("pod", 600, "10m")
	env.eventually("some pods are bound", time.Minute, func() bool { return env.bound() > 0 })
	pausedReplica.signal(syscall.SIGSTOP)
	if env.unbound() == 0 {
		env.fail("all pods were bound before the leader was paused, so the test is void")
	}
	second, _ := env.awaitHolder(first, maxTakeover+5*time.Second)
	env.awaitAllBound(time.Minute)
	pausedReplica.expected = true
	pausedReplica.signal(syscall.SIGCONT)
	select {
	case <-pausedReplica.done:
		if code := pausedReplica.cmd.ProcessState.ExitCode(); code != 1 {
			env.fail("the leader that lost its lease exited with code %d, want 1", code)
		}
	case <-time.After(20 * time.Second):
		env.fail("the leader that lost its lease did not exit within 20s")
	}
	env.fill(capacity-600, "10m")
	if env.leaseHolder() != second {
		env.fail("the lease moved from %s to %s", second, env.leaseHolder())
	}
	bindAudit.check()
}
