package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	authenticationv1 "k8s.io/api/authentication/v1"
	v1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
)

// accessTests check which users can read the decisions of a scheduler.
var accessTests = []clusterTest{
	{"names-require-list-access", true, namesRequireListAccess},
}

func inNamespace(name string) func(*v1.Pod) { return func(p *v1.Pod) { p.Namespace = name } }

// member creates a service account that can only list the pods of its namespace, and returns its kubeconfig and token.
func (env *testEnv) member(namespace, name string) (kubeconfig, token string) {
	meta := metav1.ObjectMeta{Name: name, Namespace: namespace}
	_, err := env.client.CoreV1().ServiceAccounts(namespace).Create(env, &v1.ServiceAccount{ObjectMeta: meta}, metav1.CreateOptions{})
	env.must(err)
	_, err = env.client.RbacV1().Roles(namespace).Create(env, &rbacv1.Role{ObjectMeta: meta,
		Rules: []rbacv1.PolicyRule{{Verbs: []string{"list"}, APIGroups: []string{""}, Resources: []string{"pods"}}}}, metav1.CreateOptions{})
	env.must(err)
	_, err = env.client.RbacV1().RoleBindings(namespace).Create(env, &rbacv1.RoleBinding{ObjectMeta: meta,
		RoleRef:  rbacv1.RoleRef{APIGroup: "rbac.authorization.k8s.io", Kind: "Role", Name: name},
		Subjects: []rbacv1.Subject{{Kind: "ServiceAccount", Name: name, Namespace: namespace}}}, metav1.CreateOptions{})
	env.must(err)
	created, err := env.client.CoreV1().ServiceAccounts(namespace).CreateToken(env, name, &authenticationv1.TokenRequest{}, metav1.CreateOptions{})
	env.must(err)
	config := api.NewConfig()
	config.Clusters["cluster"] = &api.Cluster{Server: "https://127.0.0.1", InsecureSkipTLSVerify: true}
	config.AuthInfos[name] = &api.AuthInfo{Token: created.Status.Token}
	config.Contexts["cluster"] = &api.Context{Cluster: "cluster", AuthInfo: name}
	config.CurrentContext = "cluster"
	kubeconfig = filepath.Join(env.options.dir, name+".kubeconfig")
	env.must(clientcmd.WriteToFile(*config, kubeconfig))
	return kubeconfig, created.Status.Token
}

// fetchDashboard sends a GET request to the dashboard's port.
func (env *testEnv) fetchDashboard(port int, path, token string) (int, string) {
	request, err := http.NewRequestWithContext(env, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d%s", port, path), nil)
	env.must(err)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	env.must(err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	env.must(err)
	return response.StatusCode, string(text)
}

// namesRequireListAccess checks that a user without access to a namespace gets counts instead of names, on the secure port
// and on the dashboard.
func namesRequireListAccess(env *testEnv) {
	for _, name := range []string{"team", "secret"} {
		_, err := env.client.CoreV1().Namespaces().Create(env, &v1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}, metav1.CreateOptions{})
		env.must(err)
	}
	env.nodes(node("machine", "4"))
	port, err := freePort()
	env.must(err)
	i := env.scheduler("scheduler", env.subject, fmt.Sprintf("--dashboard-port=%d", port))
	env.awaitReady(i)
	env.pods(pod("ours", "1", inNamespace("team")), pod("theirs", "1", inNamespace("secret")), pod("huge", "100", inNamespace("secret")))
	kubeconfig, token := env.member("team", "jane")

	var all struct{ Total, Hidden int }
	env.eventually("the scheduler reports all pods", 30*time.Second, func() bool {
		code, text := env.fetch(i, "/berth/v1/pods", env.adminKubeconfig)
		return code == 200 && json.Unmarshal([]byte(text), &all) == nil && all.Total == 3 && strings.Contains(text, "unschedulable")
	})
	if code, text := env.fetch(i, "/berth/v1/explain/pods/secret/huge", env.adminKubeconfig); code != 200 || !strings.Contains(text, "Insufficient cpu") {
		env.fail("the explanation for an administrator: %d %s", code, text)
	}
	for _, path := range []string{"/berth/v1/overview", "/berth/v1/pods", "/berth/v1/queue", "/berth/v1/decisions", "/berth/v1/nodes"} {
		code, text := env.fetch(i, path, kubeconfig)
		dashboardCode, dashboardText := env.fetchDashboard(port, path, token)
		if code != 200 || dashboardCode != 200 {
			env.fail("%s: %d %s, on the dashboard: %d %s", path, code, text, dashboardCode, dashboardText)
		}
		for _, name := range []string{"secret", "theirs", "huge"} {
			if strings.Contains(text, name) || strings.Contains(dashboardText, name) {
				env.fail("%s shows %s to jane: %s %s", path, name, text, dashboardText)
			}
		}
	}
	// The role does not include nodes, so nodes are only counted.
	if _, text := env.fetch(i, "/berth/v1/nodes", kubeconfig); strings.Contains(text, "machine") || !strings.Contains(text, `"hidden":1`) {
		env.fail("nodes for jane: %s", text)
	}
	_, text := env.fetch(i, "/berth/v1/pods", kubeconfig)
	env.must(json.Unmarshal([]byte(text), &all))
	if all.Total != 1 || all.Hidden != 2 || !strings.Contains(text, "team/ours") {
		env.fail("pods for jane: %s", text)
	}
	if code, text := env.fetch(i, "/berth/v1/explain/pods/secret/huge", kubeconfig); code != 403 || strings.Contains(text, "cpu") {
		env.fail("the explanation of a pod in another namespace for jane: %d %s", code, text)
	}
	for _, token := range []string{"", "nonsense"} {
		if code, _ := env.fetchDashboard(port, "/berth/v1/pods", token); code != 401 {
			env.fail("the dashboard responds to token %q with %d, want 401", token, code)
		}
	}
	if code, _ := env.fetch(i, "/berth/v1/pods", ""); code != 401 {
		env.fail("without credentials: %d, want 401", code)
	}
	if code, text := env.fetchDashboard(port, "/", ""); code != 200 || !strings.Contains(text, "<html") {
		env.fail("the page of the dashboard: %d %s", code, text)
	}
	standby := env.scheduler("standby", env.subject)
	env.eventually("the standby names the leader", time.Minute, func() bool {
		code, text := env.fetch(standby, "/berth/v1/queue", env.adminKubeconfig)
		return code == 503 && strings.Contains(text, env.leaseHolder())
	})
}
