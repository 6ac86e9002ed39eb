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

// What a scheduler of a real cluster tells about its decisions, and to whom.
var questionTrials = []trial{
	{"names-only-to-those-who-may-list-them", true, namesOnlyToThoseWhoMay},
}

func inNamespace(name string) func(*v1.Pod) { return func(p *v1.Pod) { p.Namespace = name } }

// member is the kubeconfig and the token of an account that may list the pods of its namespace and nothing else.
func (s *scene) member(namespace, name string) (kubeconfig, token string) {
	meta := metav1.ObjectMeta{Name: name, Namespace: namespace}
	_, err := s.client.CoreV1().ServiceAccounts(namespace).Create(s, &v1.ServiceAccount{ObjectMeta: meta}, metav1.CreateOptions{})
	s.must(err)
	_, err = s.client.RbacV1().Roles(namespace).Create(s, &rbacv1.Role{ObjectMeta: meta,
		Rules: []rbacv1.PolicyRule{{Verbs: []string{"list"}, APIGroups: []string{""}, Resources: []string{"pods"}}}}, metav1.CreateOptions{})
	s.must(err)
	_, err = s.client.RbacV1().RoleBindings(namespace).Create(s, &rbacv1.RoleBinding{ObjectMeta: meta,
		RoleRef:  rbacv1.RoleRef{APIGroup: "rbac.authorization.k8s.io", Kind: "Role", Name: name},
		Subjects: []rbacv1.Subject{{Kind: "ServiceAccount", Name: name, Namespace: namespace}}}, metav1.CreateOptions{})
	s.must(err)
	made, err := s.client.CoreV1().ServiceAccounts(namespace).CreateToken(s, name, &authenticationv1.TokenRequest{}, metav1.CreateOptions{})
	s.must(err)
	config := api.NewConfig()
	config.Clusters["cluster"] = &api.Cluster{Server: "https://127.0.0.1", InsecureSkipTLSVerify: true}
	config.AuthInfos[name] = &api.AuthInfo{Token: made.Status.Token}
	config.Contexts["cluster"] = &api.Context{Cluster: "cluster", AuthInfo: name}
	config.CurrentContext = "cluster"
	kubeconfig = filepath.Join(s.options.dir, name+".kubeconfig")
	s.must(clientcmd.WriteToFile(*config, kubeconfig))
	return kubeconfig, made.Status.Token
}

// page asks on the page's port.
func (s *scene) page(port int, path, token string) (int, string) {
	request, err := http.NewRequestWithContext(s, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d%s", port, path), nil)
	s.must(err)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	s.must(err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	s.must(err)
	return answer.StatusCode, string(text)
}

// namesOnlyToThoseWhoMay: a user without rights on a namespace sees counts, not names, from it, on the secure port and on the page.
func namesOnlyToThoseWhoMay(s *scene) {
	for _, name := range []string{"team", "secret"} {
		_, err := s.client.CoreV1().Namespaces().Create(s, &v1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}, metav1.CreateOptions{})
		s.must(err)
	}
	s.nodes(node("machine", "4"))
	port, err := freePort()
	s.must(err)
	i := s.scheduler("scheduler", s.subject, fmt.Sprintf("--dashboard-port=%d", port))
	s.awaitReady(i)
	s.pods(pod("ours", "1", inNamespace("team")), pod("theirs", "1", inNamespace("secret")), pod("huge", "100", inNamespace("secret")))
	kubeconfig, token := s.member("team", "jane")

	var all struct{ Total, Hidden int }
	s.eventually("all pods are known", 30*time.Second, func() bool {
		code, text := s.fetch(i, "/berth/v1/pods", s.adminKubeconfig)
		return code == 200 && json.Unmarshal([]byte(text), &all) == nil && all.Total == 3 && strings.Contains(text, "unschedulable")
	})
	if code, text := s.fetch(i, "/berth/v1/explain/pods/secret/huge", s.adminKubeconfig); code != 200 || !strings.Contains(text, "Insufficient cpu") {
		s.fail("an administrator is told: %d %s", code, text)
	}
	for _, path := range []string{"/berth/v1/overview", "/berth/v1/pods", "/berth/v1/queue", "/berth/v1/decisions", "/berth/v1/nodes"} {
		code, text := s.fetch(i, path, kubeconfig)
		onPage, shown := s.page(port, path, token)
		if code != 200 || onPage != 200 {
			s.fail("%s: %d %s, on the page: %d %s", path, code, text, onPage, shown)
		}
		for _, name := range []string{"secret", "theirs", "huge"} {
			if strings.Contains(text, name) || strings.Contains(shown, name) {
				s.fail("%s tells jane of %s: %s %s", path, name, text, shown)
			}
		}
	}
	// The node of her own pod she may know.
	if _, text := s.fetch(i, "/berth/v1/nodes", kubeconfig); strings.Contains(text, "machine") || !strings.Contains(text, `"hidden":1`) {
		s.fail("jane sees nodes: %s", text)
	}
	_, text := s.fetch(i, "/berth/v1/pods", kubeconfig)
	s.must(json.Unmarshal([]byte(text), &all))
	if all.Total != 1 || all.Hidden != 2 || !strings.Contains(text, "team/ours") {
		s.fail("jane sees %s", text)
	}
	if code, text := s.fetch(i, "/berth/v1/explain/pods/secret/huge", kubeconfig); code != 403 || strings.Contains(text, "cpu") {
		s.fail("jane is told of a pod of others: %d %s", code, text)
	}
	for _, who := range []string{"", "nonsense"} {
		if code, _ := s.page(port, "/berth/v1/pods", who); code != 401 {
			s.fail("the page answers %q with %d", who, code)
		}
	}
	if code, _ := s.fetch(i, "/berth/v1/pods", ""); code != 401 {
		s.fail("without a proof: %d", code)
	}
	if code, text := s.page(port, "/", ""); code != 200 || !strings.Contains(text, "<html") {
		s.fail("the page itself: %d %s", code, text)
	}
	standby := s.scheduler("standby", s.subject)
	s.eventually("the standby names the leader", time.Minute, func() bool {
		code, text := s.fetch(standby, "/berth/v1/queue", s.adminKubeconfig)
		return code == 503 && strings.Contains(text, s.holder())
	})
}
