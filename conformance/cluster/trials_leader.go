package main

import (
	"fmt"
	"sync/atomic"
	"syscall"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Several replicas, one leader.
var leaderTrials = []trial{
	{"two-replicas-one-leader", false, twoReplicas},
	{"hands-over-to-kube-scheduler-and-back", false, handsOver},
	{"leader-killed-ten-times-under-load", false, killedTenTimes},
	{"a-leader-that-slept-writes-nothing", false, sleptLeader},
}

// longestTakeOver is how long a cluster may be without a leader when one dies: the lease and one retry.
const longestTakeOver = 17 * time.Second

// longestHandOver is the same when it leaves properly.
const longestHandOver = 2 * time.Second

func (s *scene) holder() string {
	l, err := s.client.CoordinationV1().Leases("kube-system").Get(s, "kube-scheduler", metav1.GetOptions{})
	if err != nil || l.Spec.HolderIdentity == nil {
		return ""
	}
	return *l.Spec.HolderIdentity
}

func (s *scene) awaitHolder(other string, within time.Duration) (string, time.Duration) {
	var holder string
	took := s.eventually("somebody else leads", within, func() bool {
		holder = s.holder()
		return holder != "" && holder != other
	})
	return holder, took
}

// schedules tells how long it takes until a pod made now is bound.
func (s *scene) schedules(name string, within time.Duration) time.Duration {
	began := time.Now()
	s.pods(pod(name, "10m"))
	s.eventually("pod "+name+" is bound", within, func() bool { return s.get(name).Spec.NodeName != "" })
	return time.Since(began)
}

func twoReplicas(s *scene) {
	s.manyNodes(7, "1")
	one := s.scheduler("one", s.subject)
	holder, _ := s.awaitHolder("", time.Minute)
	s.schedules("first", 30*time.Second)
	two := s.scheduler("two", s.subject)
	s.awaitReady(two)
	if s.holder() != holder {
		s.fail("a second replica took the lease from the first")
	}
	// With far more to do than its limit allows, what waits for its turn must not keep it.
	ledger := s.ledger()
	s.manyPods("pod", 600, "10m")
	took, code := s.end(one)
	if code != 0 || took > 5*time.Second {
		s.fail("the leader ended after %s with code %d", took, code)
	}
	if s.unbound() == 0 {
		s.fail("all were bound before the leader ended, so nothing was tried")
	}
	left := s.unbound()
	took += s.eventually("pods are bound again", time.Minute, func() bool { return s.unbound() < left })
	if took > longestHandOver {
		s.fail("the next binding came %s after the leader was told to stop", took)
	}
	s.say("the next binding came %.1fs after the leader was told to stop", took.Seconds())
	s.awaitAllBound(time.Minute)
	s.checkState()
	ledger.check()
	l, err := s.client.CoordinationV1().Leases("kube-system").Get(s, "kube-scheduler", metav1.GetOptions{})
	s.must(err)
	if l.Spec.LeaseTransitions == nil || *l.Spec.LeaseTransitions < 1 || l.Spec.LeaseDurationSeconds == nil || *l.Spec.LeaseDurationSeconds != 15 {
		s.fail("the lease says %+v", l.Spec)
	}
}

// handsOver swaps the real kube-scheduler for the subject and back, as an operator would.
func handsOver(s *scene) {
	s.manyNodes(3, "100")
	theirs := s.scheduler("theirs", s.kube())
	s.schedules("by-theirs", time.Minute)
	first, _ := s.awaitHolder("", time.Minute)
	ours := s.scheduler("ours", s.subject)
	s.awaitReady(ours)
	s.end(theirs)
	if took := s.schedules("by-ours", 30*time.Second); took > longestHandOver {
		s.fail("ours took %s to take over", took)
	}
	second, _ := s.awaitHolder(first, 10*time.Second)
	back := s.scheduler("back", s.kube())
	s.awaitReady(back)
	s.end(ours)
	took := s.schedules("by-theirs-again", time.Minute)
	s.awaitHolder(second, 10*time.Second)
	s.say("kube-scheduler took %.1fs to take over again", took.Seconds())
	s.checkState()
}

// load creates pods at a steady rate until it is stopped or has made the most, and tells how many.
func (s *scene) load(prefix, cpu string, perSecond, most int) (stop func() int) {
	ended, over := make(chan struct{}), make(chan struct{})
	var made atomic.Int64
	go func() {
		defer close(over)
		tick := time.NewTicker(time.Second / time.Duration(perSecond))
		defer tick.Stop()
		for i := 0; int(made.Load()) < most; i++ {
			select {
			case <-ended:
				return
			case <-tick.C:
				p := pod(fmt.Sprintf("%s-%05d", prefix, i), cpu)
				if _, err := s.client.CoreV1().Pods("default").Create(s, p, metav1.CreateOptions{}); err == nil {
					made.Add(1)
				}
			}
		}
	}()
	return func() int {
		close(ended)
		<-over
		return int(made.Load())
	}
}

// How the API server counts bindings.
const (
	bindingsGranted  = "POST pods/binding 201"
	bindingConflicts = "POST pods/binding 409"
)

// ledger holds the bindings that the API server answered against the pods that are bound. A pod never changes its node,
// so that a binding sent twice shows only here: as a conflict, or as one granted too many.
type ledger struct {
	s         *scene
	before    counts
	bound     int
	conflicts int
	restarted bool
}

func (s *scene) ledger() *ledger {
	before, err := requests(s, s.client)
	s.must(err)
	return &ledger{s: s, before: before, bound: s.bound()}
}

// restart restarts the API server, which forgets what it counted.
func (l *ledger) restart(how func()) {
	now, err := requests(l.s, l.s.client)
	l.s.must(err)
	l.conflicts += now.since(l.before)[bindingConflicts]
	how()
	l.before, l.restarted = counts{}, true
}

func (l *ledger) check() {
	now, err := requests(l.s, l.s.client)
	l.s.must(err)
	since := now.since(l.before)
	if n := l.conflicts + since[bindingConflicts]; n > 0 {
		l.s.fail("%d bindings were of pods that had a node", n)
	}
	if bound := l.s.bound() - l.bound; !l.restarted && since[bindingsGranted] != bound {
		l.s.fail("%d bindings were granted for %d pods", since[bindingsGranted], bound)
	}
}

// fill makes as many pods as there is room left for, and one more, which must find none.
func (s *scene) fill(room int, cpu string) {
	s.manyPods("fill", room, cpu)
	s.awaitAllBound(4 * time.Minute)
	s.checkState()
	s.pods(pod("beyond", cpu))
	s.awaitCondition("beyond", "Unschedulable")
}

func killedTenTimes(s *scene) {
	const room = 5000 // for four minutes of load
	s.manyNodes(room/100, "1")
	ledger := s.ledger()
	standby := s.scheduler("replica-00", s.subject)
	holder, _ := s.awaitHolder("", time.Minute)
	stop := s.load("pod", "10m", 20, room)
	var slowest time.Duration
	for i := 1; i <= 10; i++ {
		next := s.scheduler(fmt.Sprintf("replica-%02d", i), s.subject)
		s.awaitReady(next)
		standby.expected = true
		standby.signal(syscall.SIGKILL)
		<-standby.done
		died := time.Now()
		time.Sleep(time.Second) // what the dead leader had sent may still land
		before := s.bound()
		holder, _ = s.awaitHolder(holder, longestTakeOver+5*time.Second)
		s.eventually("pods are bound again", longestTakeOver+5*time.Second, func() bool { return s.bound() > before })
		took := time.Since(died)
		slowest = max(slowest, took)
		s.say("take-over %d after %.1fs", i, took.Seconds())
		if took > longestTakeOver {
			s.fail("take-over %d took %s", i, took)
		}
		standby = next
		time.Sleep(2 * time.Second) // a few seconds of its own, as the fault wants it
	}
	made := stop()
	s.awaitAllBound(time.Minute)
	pods, err := s.client.CoreV1().Pods("default").List(s, metav1.ListOptions{})
	s.must(err)
	if len(pods.Items) != made {
		s.fail("%d pods were made and %d are there", made, len(pods.Items))
	}
	s.fill(room-made, "10m")
	ledger.check()
	s.say("%d pods, slowest take-over %.1fs", made, slowest.Seconds())
}

// sleptLeader: a leader is stopped for longer than its lease while many of its writes wait for their turn; when it wakes,
// another leads and has done them, and it must not write.
func sleptLeader(s *scene) {
	const room = 900
	s.manyNodes(room/100, "1")
	ledger := s.ledger()
	sleeper := s.scheduler("sleeper", s.subject)
	first, _ := s.awaitHolder("", time.Minute)
	other := s.scheduler("other", s.subject)
	s.awaitReady(other)
	s.manyPods("pod", 600, "10m")
	s.eventually("some are bound", time.Minute, func() bool { return s.bound() > 0 })
	sleeper.signal(syscall.SIGSTOP)
	if s.unbound() == 0 {
		s.fail("all were bound before the leader slept, so nothing was tried")
	}
	second, _ := s.awaitHolder(first, longestTakeOver+5*time.Second)
	s.awaitAllBound(time.Minute)
	sleeper.expected = true
	sleeper.signal(syscall.SIGCONT)
	select {
	case <-sleeper.done:
		if code := sleeper.cmd.ProcessState.ExitCode(); code != 1 {
			s.fail("a leader that lost its lease ended with code %d", code)
		}
	case <-time.After(20 * time.Second):
		s.fail("a leader that lost its lease did not end")
	}
	s.fill(room-600, "10m")
	if s.holder() != second {
		s.fail("the lease went from %s to %s", second, s.holder())
	}
	ledger.check()
}
