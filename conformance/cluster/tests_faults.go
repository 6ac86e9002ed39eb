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

// faultTests inject faults into the environment of the scheduler.
var faultTests = []clusterTest{
	{"api-server-restarted-under-load", false, restarted},
	{"api-server-paused-under-load", false, paused},
	{"etcd-compacted-under-load", false, compacted},
	{"too-many-requests", false, tooManyRequests},
	{"token-rotated", false, tokenRotated},
	{"permissions-revoked-and-restored", false, permissionsRevoked},
}

// runFault injects a fault under load. Afterwards every pod must be bound once, and the nodes must accept exactly as many
// pods as their capacity allows: no node is overcommitted, and no capacity is lost.
func (env *testEnv) runFault(fault func(*bindAudit)) {
	const capacity = 2000
	env.manyNodes(capacity/100, "1")
	bindAudit := env.bindAudit()
	env.startWithoutElection(env.subject)
	env.scheduleOne("first", time.Minute)
	stop := env.load("pod", "10m", 50, capacity-1)
	time.Sleep(2 * time.Second) // the load is running
	fault(bindAudit)
	time.Sleep(2 * time.Second) // load after the fault
	created := stop()
	took := env.awaitAllBound(90 * time.Second)
	env.fill(capacity-1-created, "10m")
	bindAudit.check()
	env.logf("%d pods are bound, the last one %.1fs after the load ended", created, took.Seconds())
}

func restarted(env *testEnv) {
	env.runFault(func(l *bindAudit) {
		l.restart(func() { env.must(env.restartAPIServer(env)) })
	})
}

func paused(env *testEnv) {
	env.runFault(func(*bindAudit) {
		syscall.Kill(env.apiserver.cmd.Process.Pid, syscall.SIGSTOP)
		time.Sleep(10 * time.Second)
		syscall.Kill(env.apiserver.cmd.Process.Pid, syscall.SIGCONT)
	})
}

// compacted compacts etcd while the API server is down, so that watches cannot resume from their resource versions.
func compacted(env *testEnv) {
	env.runFault(func(l *bindAudit) {
		etcd, err := clientv3.New(clientv3.Config{Endpoints: []string{env.etcdURL}, DialTimeout: 5 * time.Second})
		env.must(err)
		defer etcd.Close()
		l.restart(func() {
			env.apiserver.stop()
			now, err := etcd.Put(env, "/moved-on", "x")
			env.must(err)
			_, err = etcd.Compact(env, now.Header.Revision, clientv3.WithCompactPhysical())
			env.must(err)
			env.must(env.runAPIServer())
			env.must(env.waitReady(env))
		})
	})
}

// tooManyRequests gives the scheduler's user one seat and no queue, so that the API server rejects most of a burst.
func tooManyRequests(env *testEnv) {
	one := int32(1)
	zero := int32(0)
	_, err := env.client.FlowcontrolV1().PriorityLevelConfigurations().Create(env, &flowcontrolv1.PriorityLevelConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: "narrow"},
		Spec: flowcontrolv1.PriorityLevelConfigurationSpec{Type: flowcontrolv1.PriorityLevelEnablementLimited,
			Limited: &flowcontrolv1.LimitedPriorityLevelConfiguration{NominalConcurrencyShares: &one, LendablePercent: &zero, BorrowingLimitPercent: &zero,
				LimitResponse: flowcontrolv1.LimitResponse{Type: flowcontrolv1.LimitResponseTypeReject}}}}, metav1.CreateOptions{})
	env.must(err)
	_, err = env.client.FlowcontrolV1().FlowSchemas().Create(env, &flowcontrolv1.FlowSchema{
		ObjectMeta: metav1.ObjectMeta{Name: "narrow"},
		Spec: flowcontrolv1.FlowSchemaSpec{MatchingPrecedence: 3,
			PriorityLevelConfiguration: flowcontrolv1.PriorityLevelConfigurationReference{Name: "narrow"},
			Rules: []flowcontrolv1.PolicyRulesWithSubjects{{
				Subjects:      []flowcontrolv1.Subject{{Kind: flowcontrolv1.SubjectKindUser, User: &flowcontrolv1.UserSubject{Name: "system:kube-scheduler"}}},
				ResourceRules: []flowcontrolv1.ResourcePolicyRule{{Verbs: []string{"create", "patch"}, APIGroups: []string{"*"}, Resources: []string{"*"}, Namespaces: []string{"*"}, ClusterScope: true}}}}}}, metav1.CreateOptions{})
	env.must(err)
	env.manyNodes(20, "64")
	env.manyPods("pod", 500, "10m")
	before, err := requests(env, env.client)
	env.must(err)
	env.startWithoutElection(env.subject)
	env.awaitAllBound(3 * time.Minute)
	after, err := requests(env, env.client)
	env.must(err)
	rejected := after.since(before)["POST pods/binding 429"]
	env.logf("the API server rejected %d bindings with 429", rejected)
	if rejected == 0 {
		env.fail("the API server rejected no bindings, so the test is void")
	}
	env.checkState()
}

// tokenRotated runs the scheduler as a service account with a token file, writes a new token to the file and invalidates
// the first one.
func tokenRotated(env *testEnv) {
	env.manyNodes(3, "64")
	core := env.client.CoreV1()
	_, err := core.ServiceAccounts("kube-system").Create(env, &v1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "scheduler"}}, metav1.CreateOptions{})
	env.must(err)
	subject := rbacv1.Subject{Kind: "ServiceAccount", Name: "scheduler", Namespace: "kube-system"}
	for _, role := range []string{"system:kube-scheduler", "system:volume-scheduler"} {
		_, err := env.client.RbacV1().ClusterRoleBindings().Create(env, &rbacv1.ClusterRoleBinding{ObjectMeta: metav1.ObjectMeta{Name: "berth-" + role},
			RoleRef: rbacv1.RoleRef{APIGroup: "rbac.authorization.k8s.io", Kind: "ClusterRole", Name: role}, Subjects: []rbacv1.Subject{subject}}, metav1.CreateOptions{})
		env.must(err)
	}
	file := filepath.Join(env.dir, "token")
	issue := func(secret string) {
		_, err := core.Secrets("kube-system").Create(env, &v1.Secret{ObjectMeta: metav1.ObjectMeta{Name: secret}}, metav1.CreateOptions{})
		env.must(err)
		request := &authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{
			BoundObjectRef: &authenticationv1.BoundObjectReference{Kind: "Secret", APIVersion: "v1", Name: secret}}}
		response, err := core.ServiceAccounts("kube-system").CreateToken(env, "scheduler", request, metav1.CreateOptions{})
		env.must(err)
		env.must(os.WriteFile(file, []byte(response.Status.Token), 0o600))
	}
	issue("first")
	kubeconfig := filepath.Join(env.dir, "token.kubeconfig")
	config, err := clientcmd.LoadFromFile(env.schedulerKubeconfig)
	env.must(err)
	config.AuthInfos = map[string]*api.AuthInfo{"account": {TokenFile: file}}
	config.Contexts[config.CurrentContext].AuthInfo = "account"
	env.must(clientcmd.WriteToFile(*config, kubeconfig))
	env.schedulerAs("scheduler", env.subject, kubeconfig, "--leader-elect=false")
	env.scheduleOne("first", time.Minute)
	issue("second")
	env.must(core.Secrets("kube-system").Delete(env, "first", metav1.DeleteOptions{}))
	env.must(env.restartAPIServer(env)) // the server caches valid tokens
	took := env.scheduleOne("second", time.Minute)
	env.logf("a pod is bound %.1fs after the rotation", took.Seconds())
}

// permissionsRevoked starts the scheduler without permission to read services, which pods report in their conditions,
// grants the permission, and revokes it again. The scheduler then continues with the services that it knows.
func permissionsRevoked(env *testEnv) {
	env.nodes(node("a", "64"), node("b", "64"))
	role, err := env.client.RbacV1().ClusterRoles().Get(env, "system:kube-scheduler", metav1.GetOptions{})
	env.must(err)
	complete := role.DeepCopy()
	for i, rule := range role.Rules {
		role.Rules[i].Resources = slices.DeleteFunc(slices.Clone(rule.Resources), func(r string) bool { return r == "services" })
	}
	// The API server must not restore the permission when it restarts.
	role.Annotations["rbac.authorization.kubernetes.io/autoupdate"] = "false"
	grant := func(rules []rbacv1.PolicyRule) {
		present, err := env.client.RbacV1().ClusterRoles().Get(env, role.Name, metav1.GetOptions{})
		env.must(err)
		present.Annotations, present.Rules = role.Annotations, rules
		_, err = env.client.RbacV1().ClusterRoles().Update(env, present, metav1.UpdateOptions{})
		env.must(err)
	}
	grant(role.Rules)
	scheduler := env.startWithoutElection(env.subject)
	env.pods(pod("waits", "1"))
	c := env.awaitCondition("waits", "SchedulerError")
	env.logf("the condition of the pod: %s", c.Message)
	grant(complete.Rules)
	took := env.awaitBound("waits")
	env.logf("the pod is bound %.1fs after the permission was granted", took.Seconds())
	forbidden := strings.Count(env.logOf(scheduler), `services is forbidden`)
	// The known services stay in the cache after the permission is revoked and the watch has ended.
	grant(role.Rules)
	env.must(env.restartAPIServer(env))
	env.eventually("the watch on services is forbidden", time.Minute, func() bool {
		return strings.Count(env.logOf(scheduler), `services is forbidden`) > forbidden
	})
	env.scheduleOne("still", 30*time.Second)
}
