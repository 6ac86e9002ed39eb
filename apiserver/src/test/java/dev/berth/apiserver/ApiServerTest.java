package dev.berth.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.model.json.Json;
import dev.berth.serving.tls.Authority;
import dev.berth.serving.tls.TlsIdentity;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

class ApiServerTest {
    private static LiveCluster cluster;
    private static Client client;

    @BeforeAll
    static void start() {
        cluster = new LiveCluster();
        client = Client.of(cluster.server());
    }

    @AfterAll
    static void stop() {
        assertThat(cluster.problems()).noneMatch(line -> line.contains("A request failed"));
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource
    void bothProtocolsAreServed(HttpClient.Version version) {
        HttpResponse<String> answer =
                Client.of(cluster.server(), version, cluster.server().token())
                        .get("/api/v1/namespaces/default");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(version);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(Client.json(answer).textAt("metadata", "name")).contains("default");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "wrong"})
    void unauthenticatedClientsAreRejected(String token) {
        Client anonymous = Client.of(cluster.server(), HttpClient.Version.HTTP_2, token);
        HttpResponse<String> answer = anonymous.get("/api/v1/pods");
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body())
                .isEqualTo(
                        """
                        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
                        "message":"Unauthorized","reason":"Unauthorized","code":401}
                        """);
        for (String path : List.of("/api", "/apis", "/openapi/v3", "/", "/foo")) {
            assertThat(anonymous.get(path).statusCode()).as(path).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/healthz", "/livez", "/readyz", "/version"})
    void healthAndVersionNeedNoAuthentication(String path) {
        Client anonymous = Client.of(cluster.server(), HttpClient.Version.HTTP_2, "");
        assertThat(anonymous.get(path).statusCode()).isEqualTo(200);
    }

    @Test
    void aCertificateOfTheOwnAuthorityAuthenticatesLikeTheToken() {
        String kubeconfig = cluster.server().kubeconfig();
        Client certified =
                Client.certified(
                        cluster.server(),
                        decoded(kubeconfig, "client-certificate-data"),
                        decoded(kubeconfig, "client-key-data"));
        HttpResponse<String> who =
                certified.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}");
        assertThat(who.statusCode()).isEqualTo(201);
        assertThat(Client.json(who).textAt("status", "userInfo", "username"))
                .contains("kubernetes-admin");
        assertThat(Client.json(who).at("status", "userInfo", "groups"))
                .contains(Json.arr(Json.of("system:masters"), Json.of("system:authenticated")));
    }

    @Test
    void anImpersonatedUserIsUsed() {
        String me = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
        Json who =
                Client.json(
                        client.send(
                                client.request("POST", me, "{}", Client.JSON)
                                        .header("Impersonate-User", "system:serviceaccount:a:b")
                                        .header("Impersonate-Extra-example.com%2Fteam", "red")));
        assertThat(who.at("status", "userInfo"))
                .contains(
                        Json.parse(
                                """
                                {"username":"system:serviceaccount:a:b",\
                                "groups":["system:serviceaccounts","system:serviceaccounts:a",\
                                "system:authenticated"],"extra":{"example.com/team":["red"]}}\
                                """));
        Json anonymous =
                Client.json(
                        client.send(
                                client.request("POST", me, "{}", Client.JSON)
                                        .header("Impersonate-User", "system:anonymous")));
        assertThat(anonymous.at("status", "userInfo", "groups"))
                .contains(Json.arr(Json.of("system:unauthenticated")));
        HttpResponse<String> halfSaid =
                client.send(
                        client.request("POST", me, "{}", Client.JSON)
                                .header("Impersonate-Group", "red"));
        assertThat(halfSaid.statusCode()).isEqualTo(400);
        assertThat(Client.message(halfSaid))
                .isEqualTo(
                        "requested Impersonate-Group without impersonating a user; name one by the"
                                + " header Impersonate-User");
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRejected() {
        TlsIdentity sly = new Authority("berth", Instant.now()).client("admin", "system:masters");
        Client certified = Client.certified(cluster.server(), sly.pem(), sly.keyPem());
        assertThat(certified.get("/api/v1/pods").statusCode()).isEqualTo(401);
    }

    private static String decoded(String kubeconfig, String key) {
        Matcher found = Pattern.compile(key + ": (\\S+)").matcher(kubeconfig);
        assertThat(found.find()).isTrue();
        return new String(Base64.getDecoder().decode(found.group(1)), US_ASCII);
    }

    record Refused(String method, String path, int code, String reason, String message) {}

    static final List<Refused> REFUSED =
            List.of(
                    new Refused(
                            "GET",
                            "/api/v1/foos",
                            404,
                            "NotFound",
                            "the server could not find the requested resource"),
                    new Refused(
                            "GET",
                            "/api/v2",
                            404,
                            "NotFound",
                            "the server could not find the requested resource"),
                    new Refused(
                            "GET",
                            "/apis/apps/v2/deployments",
                            404,
                            "NotFound",
                            "the server could not find the requested resource"),
                    new Refused(
                            "GET",
                            "/api/v1/pods/x",
                            404,
                            "NotFound",
                            "the server could not find the requested resource"),
                    new Refused(
                            "GET",
                            "/api/v1/namespaces/default/nodes",
                            404,
                            "NotFound",
                            "the server could not find the requested resource"),
                    new Refused(
                            "GET",
                            "/api/v1/namespaces/default/pods/x",
                            404,
                            "NotFound",
                            "pods \"x\" not found"),
                    new Refused(
                            "POST",
                            "/api/v1/pods",
                            405,
                            "MethodNotAllowed",
                            "the server does not allow this method on the requested resource"),
                    new Refused(
                            "DELETE",
                            "/api/v1/namespaces",
                            405,
                            "MethodNotAllowed",
                            "the server does not allow this method on the requested resource"),
                    new Refused(
                            "GET",
                            "/api/v1/namespaces/default/pods/x/log",
                            405,
                            "MethodNotAllowed",
                            "pods/log is not offered by the embedded cluster"),
                    new Refused(
                            "POST",
                            "/api/v1/namespaces/default/pods/x/exec?command=ls",
                            405,
                            "MethodNotAllowed",
                            "pods/exec is not offered by the embedded cluster"),
                    new Refused(
                            "GET",
                            "/api/v1/namespaces/default/services/x/proxy/a/b",
                            405,
                            "MethodNotAllowed",
                            "services/proxy is not offered by the embedded cluster"),
                    new Refused(
                            "POST",
                            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                            404,
                            "NotFound",
                            "custom resource definitions are not offered by the embedded cluster"),
                    new Refused(
                            "GET",
                            "/api/v1/namespaces/default/resourcequotas",
                            404,
                            "NotFound",
                            "resourcequotas are not offered by the embedded cluster"),
                    new Refused(
                            "GET",
                            "/apis/apps/v1/controllerrevisions",
                            404,
                            "NotFound",
                            "controllerrevisions are not offered by the embedded cluster"),
                    new Refused(
                            "GET",
                            "/apis/apps/v1/ships",
                            404,
                            "NotFound",
                            "the server could not find the requested resource"),
                    new Refused(
                            "GET",
                            "/api/v1/pods?limit=abc",
                            400,
                            "BadRequest",
                            "strconv.ParseInt: parsing \"abc\": invalid syntax"),
                    new Refused(
                            "POST",
                            "/api/v1/namespaces/default/pods?dryRun=x",
                            422,
                            "Invalid",
                            "CreateOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value:"
                                    + " [\"x\"]: supported values: \"All\""),
                    new Refused(
                            "POST",
                            "/api/v1/namespaces/default/pods?fieldValidation=x",
                            422,
                            "Invalid",
                            "CreateOptions.meta.k8s.io \"\" is invalid: fieldValidation:"
                                    + " Unsupported value: \"x\": supported values: \"\","
                                    + " \"Ignore\", \"Strict\", \"Warn\""),
                    new Refused(
                            "DELETE",
                            "/api/v1/namespaces/default/pods/x?propagationPolicy=x",
                            422,
                            "Invalid",
                            "DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy:"
                                    + " Unsupported value: \"x\": supported values:"
                                    + " \"Foreground\", \"Background\", \"Orphan\", \"nil\""));

    @ParameterizedTest
    @FieldSource("REFUSED")
    void rejectionsHaveTheTextsOfKubernetes(Refused it) {
        HttpResponse<String> answer =
                client.send(
                        client.request(
                                it.method(),
                                it.path(),
                                it.method().equals("POST") ? "{}" : "",
                                Client.JSON));
        assertThat(Client.message(answer)).isEqualTo(it.message());
        assertThat(Client.json(answer).textAt("reason")).contains(it.reason());
        assertThat(Client.json(answer).textAt("kind")).contains("Status");
        assertThat(answer.statusCode()).isEqualTo(it.code());
    }

    @Test
    void openApiV2ContainsNoKindInAnyFormat() {
        HttpResponse<String> answer =
                client.getAs(
                        "/openapi/v2",
                        "application/com.github.proto-openapi.spec.v2@v1.0+protobuf");
        assertThat(answer.headers().firstValue("Content-Type"))
                .contains("application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
        assertThat(answer.body()).contains("Kubernetes").contains("v1.37.1");
        assertThat(Client.json(client.getAs("/openapi/v2", Client.JSON)).textAt("swagger"))
                .contains("2.0");
    }

    @Test
    void aClientThatAcceptsOnlyProtobufGetsTheSupportedTypes() {
        HttpResponse<String> answer =
                client.getAs("/api/v1/pods", "application/vnd.kubernetes.protobuf");
        assertThat(answer.statusCode()).isEqualTo(406);
        assertThat(Client.message(answer))
                .isEqualTo(
                        "406: Not Acceptable\n\nAvailable representations: application/json,"
                                + " application/yaml, application/json;stream=watch");
        assertThat(
                        client.getAs(
                                        "/api/v1/pods",
                                        "application/vnd.kubernetes.protobuf,application/json")
                                .statusCode())
                .isEqualTo(200);
    }

    @Test
    void onlyJsonYamlAndProtobufBodiesAreRead() {
        HttpResponse<String> answer =
                client.send(
                        client.request(
                                "POST", "/api/v1/namespaces/default/pods", "x", "text/plain"));
        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(Client.message(answer))
                .isEqualTo(
                        "the body of the request was in an unknown format - accepted media types"
                                + " include: application/json, application/yaml,"
                                + " application/vnd.kubernetes.protobuf");
    }

    @Test
    void serverSideApplyIsNotOffered() {
        HttpResponse<String> answer =
                client.patch(
                        "/api/v1/namespaces/default/configmaps/x?fieldManager=m",
                        "apply-patch+yaml",
                        "{}");
        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(Client.message(answer)).startsWith("server-side apply is not offered");
    }

    @Test
    void aBodyOfMoreThanThreeMebibytesIsTooLarge() {
        HttpResponse<String> answer =
                client.post("/api/v1/namespaces/default/configmaps", " ".repeat((3 << 20) + 1));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(Client.message(answer)).isEqualTo("Request entity too large: limit is 3145728");
    }

    @Test
    void objectsCanBeSentAndRequestedInYaml() {
        HttpResponse<String> made =
                client.send(
                        client.request(
                                        "POST",
                                        "/api/v1/namespaces/default/configmaps",
                                        "metadata:\n  name: yaml\ndata:\n  a: \"yes\"\n",
                                        "application/yaml")
                                .header("Accept", "application/yaml"));
        assertThat(made.statusCode()).isEqualTo(201);
        assertThat(made.headers().firstValue("Content-Type")).contains("application/yaml");
        assertThat(made.body()).contains("kind: ConfigMap\n").contains("  a: \"yes\"\n");
    }

    @Test
    void largeResponsesAreCompressedForClientsThatAcceptIt() throws Exception {
        String body =
                "{\"metadata\":{\"name\":\"large\"},\"data\":{\"a\":\"%s\"}}"
                        .formatted("x".repeat(200_000));
        String all = "/api/v1/namespaces/default/configmaps";
        assertThat(client.post(all, body).statusCode()).isEqualTo(201);
        var asked = client.request("GET", all + "/large", "", Client.JSON);
        HttpResponse<byte[]> answer = client.bytes(asked.header("Accept-Encoding", "gzip"));
        assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(answer.body()).hasSizeLessThan(10_000);
        try (var zipped = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            assertThat(new String(zipped.readAllBytes(), UTF_8))
                    .isEqualTo(client.get(all + "/large").body());
        }
        HttpResponse<byte[]> brief =
                client.bytes(
                        client.request("GET", "/api/v1/namespaces/default", "", Client.JSON)
                                .header("Accept-Encoding", "gzip"));
        assertThat(brief.headers().firstValue("Content-Encoding")).isEmpty();
    }

    @Test
    void clientsOfPeopleGetIndentation() {
        assertThat(client.get("/api/v1/namespaces/default?pretty=true").body())
                .startsWith("{\n  \"");
        assertThat(client.get("/api/v1/namespaces/default").body()).startsWith("{\"");
    }

    @Test
    void theVersionIsThatOfKubernetesWithAMark() {
        assertThat(Client.json(client.get("/version")).textAt("gitVersion"))
                .contains("v1.37.1+berth");
    }

    @Test
    void everyAuthenticatedUserIsAllowedEverything() {
        HttpResponse<String> mine =
                client.post(
                        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                        "{\"spec\":{\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"pods\"}}}");
        assertThat(Client.json(mine).at("status", "allowed")).contains(Json.of(true));
        String others = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
        assertThat(
                        Client.json(client.post(others, "{\"spec\":{\"user\":\"x\"}}"))
                                .at("status", "allowed"))
                .contains(Json.of(true));
        assertThat(
                        Client.json(
                                        client.post(
                                                others,
                                                "{\"spec\":{\"user\":\"system:anonymous\"}}"))
                                .at("status", "allowed"))
                .contains(Json.of(false));
    }

    @Test
    void tokensAreReviewed() {
        String reviews = "/apis/authentication.k8s.io/v1/tokenreviews";
        String good = "{\"spec\":{\"token\":\"%s\"}}".formatted(cluster.server().token());
        assertThat(Client.json(client.post(reviews, good)).at("status", "authenticated"))
                .contains(Json.of(true));
        assertThat(
                        Client.json(client.post(reviews, "{\"spec\":{\"token\":\"x\"}}"))
                                .at("status", "authenticated"))
                .isEmpty();
    }

    @Test
    void aServerEndsItsWatchesBeforeItself() {
        try (var own = new LiveCluster()) {
            Client.Lines watch = Client.of(own.server()).watch("/api/v1/namespaces?watch=1");
            assertThat(watch.next().textAt("type")).contains("ADDED");
            own.server().close();
            boolean ended = false;
            for (int i = 0; i < 10 && !ended; i++) {
                ended = watch.ended();
            }
            assertThat(ended).isTrue();
        }
    }
}
