package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	authenticationv1 "k8s.io/api/authentication/v1"
	v1 "k8s.io/api/core/v1"
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
)

// What breaks around a scheduler.
var faultTrials = []trial{
	{"api-server-restarted-under-load", false, restarted},
	{"api-server-paused-under-load", false, paused},
	{"etcd-compacted-under-load", false, compacted},
	{"too-many-requests", false, tooManyRequests},
	{"token-rotated", false, tokenRotated},
	{"rights-revoked-and-restored", false, rightsRevoked},
}

// survives lets something happen under load; then every pod must be bound once, and the nodes must take exactly as many
// as there is room for: nothing is over-committed, and no room is lost.
func (s *scene) survives(happens func(*ledger)) {
	const room = 2000
	s.manyNodes(room/100, "1")
	ledger := s.ledger()
	s.alone(s.subject)
	s.schedules("first", time.Minute)
	stop := s.load("pod", "10m", 50, room-1)
	time.Sleep(2 * time.Second) // under way
	happens(ledger)
	time.Sleep(2 * time.Second) // afterwards
	made := stop()
	took := s.awaitAllBound(90 * time.Second)
	s.fill(room-1-made, "10m")
	ledger.check()
	s.say("%d pods bound, the last %.1fs after the load ended", made, took.Seconds())
}

func restarted(s *scene) {
	s.survives(func(l *ledger) {
		l.restart(func() { s.must(s.restartAPIServer(s)) })
	})
}

func paused(s *scene) {
	s.survives(func(*ledger) {
		syscall.Kill(s.apiserver.cmd.Process.Pid, syscall.SIGSTOP)
		time.Sleep(10 * time.Second)
		syscall.Kill(s.apiserver.cmd.Process.Pid, syscall.SIGCONT)
	})
}

// compacted: the versions that watches would resume from are no longer there when they come back.
func compacted(s *scene) {
	s.survives(func(l *ledger) {
		etcd, err := clientv3.New(clientv3.Config{Endpoints: []string{s.etcdURL}, DialTimeout: 5 * time.Second})
		s.must(err)
		defer etcd.Close()
		l.restart(func() {
			s.apiserver.stop()
			now, err := etcd.Put(s, "/moved-on", "x")
			s.must(err)
			_, err = etcd.Compact(s, now.Header.Revision, clientv3.WithCompactPhysical())
			s.must(err)
			s.must(s.runAPIServer())
			s.must(s.waitReady(s))
		})
	})
}

// tooManyRequests gives the scheduler's user one seat and no queue, so that most of a burst is turned away.
func tooManyRequests(s *scene) {
	one := int32(1)
	zero := int32(0)
	_, err := s.client.FlowcontrolV1().PriorityLevelConfigurations().Create(s, &flowcontrolv1.PriorityLevelConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: "narrow"},
		Spec: flowcontrolv1.PriorityLevelConfigurationSpec{Type: flowcontrolv1.PriorityLevelEnablementLimited,
			Limited: &flowcontrolv1.LimitedPriorityLevelConfiguration{NominalConcurrencyShares: &one, LendablePercent: &zero, BorrowingLimitPercent: &zero,
				LimitResponse: flowcontrolv1.LimitResponse{Type: flowcontrolv1.LimitResponseTypeReject}}}}, metav1.CreateOptions{})
	s.must(err)
	_, err = s.client.FlowcontrolV1().FlowSchemas().Create(s, &flowcontrolv1.FlowSchema{
		ObjectMeta: metav1.ObjectMeta{Name: "narrow"},
		Spec: flowcontrolv1.FlowSchemaSpec{MatchingPrecedence: 3,
			PriorityLevelConfiguration: flowcontrolv1.PriorityLevelConfigurationReference{Name: "narrow"},
			Rules: []flowcontrolv1.PolicyRulesWithSubjects{{
				Subjects:      []flowcontrolv1.Subject{{Kind: flowcontrolv1.SubjectKindUser, User: &flowcontrolv1.UserSubject{Name: "system:kube-scheduler"}}},
				ResourceRules: []flowcontrolv1.ResourcePolicyRule{{Verbs: []string{"create", "patch"}, APIGroups: []string{"*"}, Resources: []string{"*"}, Namespaces: []string{"*"}, ClusterScope: true}}}}}}, metav1.CreateOptions{})
	s.must(err)
	s.manyNodes(20, "64")
	s.manyPods("pod", 500, "10m")
	before, err := requests(s, s.client)
	s.must(err)
	s.alone(s.subject)
	s.awaitAllBound(3 * time.Minute)
	after, err := requests(s, s.client)
	s.must(err)
	turned := after.since(before)["POST pods/binding 429"]
	s.say("%d bindings were turned away first", turned)
	if turned == 0 {
		s.fail("nothing was turned away, so nothing was tried")
	}
	s.checkState()
}

// tokenRotated: the scheduler is a service account whose token lies in a file; the first token is made void, and a new
// one is in the file.
func tokenRotated(s *scene) {
	s.manyNodes(3, "64")
	core := s.client.CoreV1()
	_, err := core.ServiceAccounts("kube-system").Create(s, &v1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "scheduler"}}, metav1.CreateOptions{})
	s.must(err)
	subject := rbacv1.Subject{Kind: "ServiceAccount", Name: "scheduler", Namespace: "kube-system"}
	for _, role := range []string{"system:kube-scheduler", "system:volume-scheduler"} {
		_, err := s.client.RbacV1().ClusterRoleBindings().Create(s, &rbacv1.ClusterRoleBinding{ObjectMeta: metav1.ObjectMeta{Name: "berth-" + role},
			RoleRef: rbacv1.RoleRef{APIGroup: "rbac.authorization.k8s.io", Kind: "ClusterRole", Name: role}, Subjects: []rbacv1.Subject{subject}}, metav1.CreateOptions{})
		s.must(err)
	}
	file := filepath.Join(s.dir, "token")
	issue := func(secret string) {
		_, err := core.Secrets("kube-system").Create(s, &v1.Secret{ObjectMeta: metav1.ObjectMeta{Name: secret}}, metav1.CreateOptions{})
		s.must(err)
		request := &authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{
			BoundObjectRef: &authenticationv1.BoundObjectReference{Kind: "Secret", APIVersion: "v1", Name: secret}}}
		answer, err := core.ServiceAccounts("kube-system").CreateToken(s, "scheduler", request, metav1.CreateOptions{})
		s.must(err)
		s.must(os.WriteFile(file, []byte(answer.Status.Token), 0o600))
	}
	issue("first")
	kubeconfig := filepath.Join(s.dir, "token.kubeconfig")
	config, err := clientcmd.LoadFromFile(s.schedulerKubeconfig)
	s.must(err)
	config.AuthInfos = map[string]*api.AuthInfo{"account": {TokenFile: file}}
	config.Contexts[config.CurrentContext].AuthInfo = "account"
	s.must(clientcmd.WriteToFile(*config, kubeconfig))
	s.schedulerAs("scheduler", s.subject, kubeconfig, "--leader-elect=false")
	s.schedules("first", time.Minute)
	issue("second")
	s.must(core.Secrets("kube-system").Delete(s, "first", metav1.DeleteOptions{}))
	s.must(s.restartAPIServer(s)) // the server remembers tokens for a while
	took := s.schedules("second", time.Minute)
	s.say("bound %.1fs after the rotation", took.Seconds())
}

// rightsRevoked: services may not be read at first, so pods wait and say why; then they may. Meanwhile what needs no
// services goes on.
func rightsRevoked(s *scene) {
	s.nodes(node("a", "64"), node("b", "64"))
	role, err := s.client.RbacV1().ClusterRoles().Get(s, "system:kube-scheduler", metav1.GetOptions{})
	s.must(err)
	whole := role.DeepCopy()
	for i, rule := range role.Rules {
		role.Rules[i].Resources = slices.DeleteFunc(slices.Clone(rule.Resources), func(r string) bool { return r == "services" })
	}
	// The server must not give the rights back when it starts.
	role.Annotations["rbac.authorization.kubernetes.io/autoupdate"] = "false"
	grant := func(rules []rbacv1.PolicyRule) {
		present, err := s.client.RbacV1().ClusterRoles().Get(s, role.Name, metav1.GetOptions{})
		s.must(err)
		present.Annotations, present.Rules = role.Annotations, rules
		_, err = s.client.RbacV1().ClusterRoles().Update(s, present, metav1.UpdateOptions{})
		s.must(err)
	}
	grant(role.Rules)
	scheduler := s.alone(s.subject)
	s.pods(pod("waits", "1"))
	c := s.awaitCondition("waits", "SchedulerError")
	s.say("the pod says: %s", c.Message)
	grant(whole.Rules)
	took := s.awaitBound("waits")
	s.say("bound %.1fs after the rights were back", took.Seconds())
	refused := strings.Count(s.logOf(scheduler), `services is forbidden`)
	// Revoked again, what is known stays known, also when its watch has ended.
	grant(role.Rules)
	s.must(s.restartAPIServer(s))
	s.eventually("services may not be watched any more", time.Minute, func() bool {
		return strings.Count(s.logOf(scheduler), `services is forbidden`) > refused
	})
	s.schedules("still", 30*time.Second)
}
