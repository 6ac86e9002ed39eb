package main

import (
	"fmt"
	"sync/atomic"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
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
	s.manyNodes(3, "100")
	one := s.scheduler("one", s.subject)
	holder, _ := s.awaitHolder("", time.Minute)
	s.schedules("first", 30*time.Second)
	two := s.scheduler("two", s.subject)
	s.awaitReady(two)
	if s.holder() != holder {
		s.fail("a second replica took the lease from the first")
	}
	took, code := s.end(one)
	if code != 0 || took > 5*time.Second {
		s.fail("the leader ended after %s with code %d", took, code)
	}
	if bound := s.schedules("second", time.Minute); bound > longestHandOver {
		s.fail("the next binding took %s after a clean stop", bound)
	} else {
		s.say("stopped within %.1fs, next binding %.1fs later", took.Seconds(), bound.Seconds())
	}
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

// load creates pods at a steady rate until it is stopped, and tells how many.
func (s *scene) load(prefix, cpu string, perSecond int) (stop func() int) {
	ended, over := make(chan struct{}), make(chan struct{})
	var made atomic.Int64
	go func() {
		defer close(over)
		tick := time.NewTicker(time.Second / time.Duration(perSecond))
		defer tick.Stop()
		for i := 0; ; i++ {
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

// moves watches for pods whose node changes, which must never be seen.
func (s *scene) watchMoves() (moved func() []string) {
	client, err := s.plane.client()
	s.must(err)
	found := make(chan string, 1000)
	list, err := client.CoreV1().Pods("default").List(s, metav1.ListOptions{Limit: 1})
	s.must(err)
	go func() {
		nodes := map[string]string{}
		watchPods(s, client.CoreV1().Pods("default"), metav1.ListOptions{ResourceVersion: list.ResourceVersion}, func(p *v1.Pod) {
			if before := nodes[string(p.UID)]; before != "" && before != p.Spec.NodeName {
				found <- fmt.Sprintf("%s went from %s to %q", p.Name, before, p.Spec.NodeName)
			}
			nodes[string(p.UID)] = p.Spec.NodeName
		})
	}()
	return func() (all []string) {
		for {
			select {
			case f := <-found:
				all = append(all, f)
			default:
				return all
			}
		}
	}
}

func killedTenTimes(s *scene) {
	s.manyNodes(60, "64") // room for five minutes of load
	moved := s.watchMoves()
	standby := s.scheduler("replica-00", s.subject)
	holder, _ := s.awaitHolder("", time.Minute)
	stop := s.load("pod", "10m", 20)
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
	if m := moved(); len(m) > 0 {
		s.fail("pods were bound twice: %v", m)
	}
	s.checkState()
	s.say("%d pods, slowest take-over %.1fs", made, slowest.Seconds())
}

// sleptLeader: a leader is stopped for longer than its lease; when it wakes, another leads and it must not write.
func sleptLeader(s *scene) {
	s.manyNodes(3, "100")
	sleeper := s.scheduler("sleeper", s.subject)
	first, _ := s.awaitHolder("", time.Minute)
	s.schedules("before", 30*time.Second)
	other := s.scheduler("other", s.subject)
	s.awaitReady(other)
	sleeper.signal(syscall.SIGSTOP)
	second, _ := s.awaitHolder(first, longestTakeOver+5*time.Second)
	s.schedules("meanwhile", 30*time.Second)
	moved := s.watchMoves()
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
	s.schedules("after", 30*time.Second)
	if s.holder() != second {
		s.fail("the lease went from %s to %s", second, s.holder())
	}
	if m := moved(); len(m) > 0 {
		s.fail("pods were bound twice: %v", m)
	}
}
