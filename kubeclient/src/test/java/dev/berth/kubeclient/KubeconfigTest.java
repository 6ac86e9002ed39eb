package dev.berth.kubeclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class KubeconfigTest {
    @TempDir private Path folder;

    private Access read(String yaml) throws IOException {
        return read(yaml, "", Map.of());
    }

    private Access read(String yaml, String master, Map<String, String> environment)
            throws IOException {
        Path file = Files.writeString(folder.resolve("config"), yaml);
        return Kubeconfig.read(file.toString(), master, environment);
    }

    private static final String WHOLE =
            """
            apiVersion: v1
            kind: Config
            current-context: here
            contexts:
            - name: there
              context: {cluster: other, user: nobody}
            - name: here
              context: {cluster: ours, user: me}
            clusters:
            - name: ours
              cluster:
                server: https://[fd00::1]:6443/prefix/
                certificate-authority: ca.pem
                tls-server-name: kubernetes
                proxy-url: socks5://127.0.0.1:1080
            users:
            - name: me
              user:
                client-certificate-data: Y2VydA==
                client-key: keys/me.key
                as: someone
                as-groups: [a, b]
                as-user-extra: {example.com/team: [red, blue]}
            """;

    @Test
    void theCurrentContextIsUsedAndFilesAreRelativeToTheKubeconfig() throws Exception {
        Access access = read(WHOLE);
        assertThat(access.endpoint().toString()).isEqualTo("https://[fd00::1]:6443/prefix");
        assertThat(access.endpoint().host()).isEqualTo("fd00::1");
        assertThat(access.endpoint().proxy()).contains(URI.create("socks5://127.0.0.1:1080"));
        assertThat(access.authority().file()).isEqualTo(folder.resolve("ca.pem").toString());
        assertThat(access.serverName()).isEqualTo("kubernetes");
        assertThat(access.insecure()).isFalse();
        assertThat(access.certificate().data()).isEqualTo("cert");
        assertThat(access.key().file()).isEqualTo(folder.resolve("keys/me.key").toString());
        assertThat(access.identity()).isInstanceOf(Access.Identity.None.class);
        assertThat(access.impersonation())
                .containsExactly(
                        Map.entry("Impersonate-User", "someone"),
                        Map.entry("Impersonate-Group", "a"),
                        Map.entry("Impersonate-Group", "b"),
                        Map.entry("Impersonate-Extra-example.com%2Fteam", "red"),
                        Map.entry("Impersonate-Extra-example.com%2Fteam", "blue"));
    }

    @Test
    void anotherContextCanBeSelectedAndHasItsNamespace() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("config"),
                        """
                        current-context: a
                        contexts:
                        - {name: a, context: {cluster: one, namespace: shop}}
                        - {name: b, context: {cluster: two}}
                        clusters:
                        - {name: one, cluster: {server: "https://one:1"}}
                        - {name: two, cluster: {server: "https://two:2"}}
                        """);
        List<String> files = List.of(file.toString());
        Kubeconfig current = Kubeconfig.open(files, "", Map.of());
        assertThat(current.access().endpoint().host()).isEqualTo("one");
        assertThat(current.namespace()).isEqualTo("shop");
        Kubeconfig other = Kubeconfig.open(files, "b", Map.of());
        assertThat(other.access().endpoint().host()).isEqualTo("two");
        assertThat(other.namespace()).isEmpty();
        assertThatThrownBy(() -> Kubeconfig.open(files, "c", Map.of()).access())
                .hasMessage("kubeconfig %s: context \"c\" does not exist".formatted(file));
    }

    @Test
    void theFirstOfSeveralFilesTakesPrecedenceAndPathsAreRelativeToEach() throws Exception {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path first =
                Files.writeString(
                        folder.resolve("first"),
                        """
                        contexts:
                        - {name: a, context: {cluster: one, user: me}}
                        clusters:
                        - {name: one, cluster: {server: "https://first:1"}}
                        """);
        Path second =
                Files.writeString(
                        inner.resolve("second"),
                        """
                        current-context: a
                        clusters:
                        - {name: one, cluster: {server: "https://second:1"}}
                        users:
                        - {name: me, user: {tokenFile: token}}
                        """);
        Access access =
                Kubeconfig.open(List.of(first.toString(), second.toString()), "", Map.of())
                        .access();
        assertThat(access.endpoint().host()).isEqualTo("first");
        assertThat(access.identity())
                .isEqualTo(
                        new Access.Identity.Bearer(
                                new CredentialSource(
                                        "token", "", inner.resolve("token").toString())));
    }

    @Test
    void theServerCanBeOverridden() throws Exception {
        assertThat(read(WHOLE, "https://10.0.0.1", Map.of()).endpoint().authority())
                .isEqualTo("10.0.0.1:443");
    }

    private static String user(String fields) {
        return """
        current-context: c
        contexts: [{name: c, context: {cluster: c, user: u}}]
        clusters: [{name: c, cluster: {server: "https://api.example:6443"}}]
        users: [{name: u, user: %s}]
        """
                .formatted(fields);
    }

    @Test
    void aTokenFileTakesPrecedenceOverAToken() throws Exception {
        Access access = read(user("{token: t, tokenFile: fresh}"));
        assertThat(access.identity())
                .isEqualTo(
                        new Access.Identity.Bearer(
                                new CredentialSource(
                                        "token", "", folder.resolve("fresh").toString())));
        assertThat(read(user("{token: t}")).identity())
                .isEqualTo(new Access.Identity.Bearer(new CredentialSource("token", "t", "")));
        assertThat(read(user("{username: me, password: p}")).identity())
                .isEqualTo(new Access.Identity.Basic("me", "p"));
    }

    @Test
    void secretsAreNotShown() throws Exception {
        assertThat(read(user("{token: hidden}")).toString()).doesNotContain("hidden");
        assertThat(read(user("{username: me, password: hidden}")).toString())
                .doesNotContain("hidden");
    }

    @Test
    void anExecPluginGetsTheClusterIfConfigured() throws Exception {
        Access access =
                read(
                        user(
                                """
                                {exec: {apiVersion: client.authentication.k8s.io/v1, command: ./login,
                                 args: [a], env: [{name: K, value: v}], provideClusterInfo: true}}\
                                """));
        var plugin = ((Access.Identity.Exec) access.identity()).plugin();
        assertThat(plugin.command()).isEqualTo("./login");
        assertThat(plugin.environment()).containsExactly(Map.entry("K", "v"));
        assertThat(plugin.cluster().orElseThrow().text())
                .isEqualTo("{\"server\":\"https://api.example:6443\"}");
    }

    record Proxied(String name, Map<String, String> environment, String proxy) {}

    static final List<Proxied> PROXIES =
            List.of(
                    new Proxied("none", Map.of(), ""),
                    new Proxied("one", Map.of("HTTPS_PROXY", "p:3128"), "http://p:3128"),
                    new Proxied("small letters", Map.of("https_proxy", "http://p"), "http://p"),
                    new Proxied("of the other kind", Map.of("HTTP_PROXY", "p"), ""),
                    new Proxied(
                            "not for this host",
                            Map.of("HTTPS_PROXY", "p", "NO_PROXY", "a, api.example"),
                            ""),
                    new Proxied(
                            "not for this domain",
                            Map.of("HTTPS_PROXY", "p", "NO_PROXY", "example"),
                            ""),
                    new Proxied(
                            "not for another",
                            Map.of("HTTPS_PROXY", "p", "NO_PROXY", "ample,10.0.0.0/8"),
                            "http://p"));

    @ParameterizedTest
    @FieldSource("PROXIES")
    void theEnvironmentCanConfigureAProxy(Proxied proxied) throws Exception {
        assertThat(
                        read(user("{}"), "", proxied.environment())
                                .endpoint()
                                .proxy()
                                .map(URI::toString)
                                .orElse(""))
                .isEqualTo(proxied.proxy());
    }

    @Test
    void addressesInABlockAreNotProxied() throws Exception {
        var environment = Map.of("HTTPS_PROXY", "p", "NO_PROXY", "10.0.0.0/9");
        assertThat(
                        read(
                                        WHOLE.replace(
                                                "    proxy-url: socks5://127.0.0.1:1080\n", ""),
                                        "https://10.1.2.3",
                                        environment)
                                .endpoint()
                                .proxy())
                .isEmpty();
        assertThat(
                        read(
                                        WHOLE.replace(
                                                "    proxy-url: socks5://127.0.0.1:1080\n", ""),
                                        "https://10.129.2.3",
                                        environment)
                                .endpoint()
                                .proxy())
                .isPresent();
    }

    record Wrong(String name, String yaml, String message) {}

    static final List<Wrong> WRONG =
            List.of(
                    new Wrong("empty", "", "current-context is not set"),
                    new Wrong("no context", "current-context: c", "context \"c\" does not exist"),
                    new Wrong(
                            "no cluster",
                            "current-context: c\ncontexts: [{name: c, context: {cluster: x}}]",
                            "cluster \"x\" does not exist"),
                    new Wrong(
                            "no server",
                            "current-context: c\ncontexts: [{name: c, context: {cluster: x}}]\n"
                                    + "clusters: [{name: x, cluster: {}}]",
                            "cluster \"x\" has no server"),
                    new Wrong(
                            "a key without a certificate",
                            user("{client-key: k}"),
                            "user \"u\" needs both client-certificate and client-key, or neither"),
                    new Wrong(
                            "an old provider",
                            user("{auth-provider: {name: gcp}}"),
                            "user \"u\" has an auth-provider, which is no longer supported; use"
                                    + " exec"),
                    new Wrong(
                            "an unknown version",
                            user("{exec: {command: x, apiVersion: v0}}"),
                            "exec has apiVersion \"v0\"; it must be one of"
                                    + " client.authentication.k8s.io/v1,"
                                    + " client.authentication.k8s.io/v1beta1"),
                    new Wrong(
                            "interactive exec plugin",
                            user(
                                    "{exec: {command: x, interactiveMode: Always, apiVersion:"
                                            + " client.authentication.k8s.io/v1}}"),
                            "exec has interactiveMode Always, but no terminal is available"),
                    new Wrong(
                            "no base64",
                            user("{client-key-data: '*', client-certificate: c}"),
                            "config: client-key-data is not base64"));

    @ParameterizedTest
    @FieldSource("WRONG")
    void anErrorNamesTheFileAndTheField(Wrong wrong) {
        assertThatThrownBy(() -> read(wrong.yaml()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(wrong.message());
    }

    @Test
    void aPodFindsTheServerOfItsCluster() {
        var environment =
                Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443");
        Access access = InCluster.find(environment, folder).orElseThrow();
        assertThat(access.endpoint()).hasToString("https://[fd00::1]:443");
        assertThat(access.authority().file()).isEqualTo(folder.resolve("ca.crt").toString());
        assertThat(access.identity())
                .isEqualTo(
                        new Access.Identity.Bearer(
                                new CredentialSource(
                                        "token", "", folder.resolve("token").toString())));
        assertThat(InCluster.find(Map.of("KUBERNETES_SERVICE_HOST", "h"), folder)).isEmpty();
    }

    @Test
    void aServerWithoutCredentialsIsReadAnonymously() {
        Access access = Kubeconfig.plain("http://127.0.0.1:8080", Map.of("HTTP_PROXY", "p"));
        assertThat(access.endpoint()).hasToString("http://127.0.0.1:8080");
        assertThat(access.endpoint().proxy()).isEmpty();
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> Kubeconfig.read("/missing/config", "", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/missing/config");
    }
}
