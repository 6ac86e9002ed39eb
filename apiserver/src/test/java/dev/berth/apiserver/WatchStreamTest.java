package dev.berth.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.kubeclient.tls.TlsContexts;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.SSLSocket;

class WatchStreamTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final LiveCluster cluster = new LiveCluster();
    private final Client client = Client.of(cluster.server());

    @AfterEach
    void stop() {
        cluster.close();
        assertThat(cluster.problems()).noneMatch(line -> line.contains("A request failed"));
    }

    private void make(String name) {
        assertThat(
                        client.post(MAPS, "{\"metadata\":{\"name\":\"%s\"}}".formatted(name))
                                .statusCode())
                .isEqualTo(201);
    }

    private String version() {
        return Client.json(client.get(MAPS)).textAt("metadata", "resourceVersion").orElseThrow();
    }

    private static String delivered(Json event) {
        return event.textAt("type").orElse("")
                + " "
                + event.textAt("object", "metadata", "name").orElse("");
    }

    @Test
    void existingObjectsAreDeliveredBeforeEvents() {
        make("a");
        try (Client.Lines watch = client.watch(MAPS + "?watch=true")) {
            assertThat(delivered(watch.next())).isEqualTo("ADDED a");
            make("b");
            assertThat(delivered(watch.next())).isEqualTo("ADDED b");
            client.patch(MAPS + "/a", "merge-patch+json", "{\"data\":{\"k\":\"v\"}}");
            Json modified = watch.next();
            assertThat(delivered(modified)).isEqualTo("MODIFIED a");
            assertThat(modified.textAt("object", "kind")).contains("ConfigMap");
            client.delete(MAPS + "/b");
            assertThat(delivered(watch.next())).isEqualTo("DELETED b");
        }
    }

    @Test
    void aWatchFromAVersionDeliversLaterEvents() {
        make("a");
        String version = version();
        make("b");
        try (Client.Lines watch = client.watch(MAPS + "?watch=1&resourceVersion=" + version)) {
            assertThat(delivered(watch.next())).isEqualTo("ADDED b");
        }
    }

    @Test
    void aWatchEndsAfterItsTimeWithABookmark() {
        try (Client.Lines watch =
                client.watch(
                        MAPS
                                + "?watch=1&timeoutSeconds=1&allowWatchBookmarks=true&resourceVersion="
                                + version())) {
            Json bookmark = watch.next();
            assertThat(bookmark.textAt("type")).contains("BOOKMARK");
            assertThat(bookmark.textAt("object", "metadata", "resourceVersion")).isPresent();
            assertThat(watch.ended()).isTrue();
        }
    }

    @Test
    void aVersionThatIsTooOldIsAnErrorInTheStream() {
        String version = version();
        make("a");
        make("b");
        cluster.cluster().store().compact(cluster.cluster().store().revision());
        try (Client.Lines watch = client.watch(MAPS + "?watch=1&resourceVersion=" + version)) {
            assertThat(watch.status).isEqualTo(200);
            Json error = watch.next();
            assertThat(error.textAt("type")).contains("ERROR");
            assertThat(error.at("object", "code")).contains(Json.of(410));
            assertThat(error.textAt("object", "reason")).contains("Expired");
            assertThat(watch.ended()).isTrue();
        }
    }

    @Test
    void tablesAreWatchedWithColumnsInTheFirstOnly() {
        make("a");
        try (Client.Lines watch = client.watch(MAPS + "?watch=1", Client.TABLE)) {
            Json first = watch.next();
            assertThat(first.textAt("object", "kind")).contains("Table");
            assertThat(first.textAt("object", "columnDefinitions", "0", "name")).contains("Name");
            assertThat(first.textAt("object", "rows", "0", "cells", "0")).contains("a");
            make("b");
            Json second = watch.next();
            assertThat(second.at("object", "columnDefinitions")).contains(Json.Null.NULL);
            assertThat(second.textAt("object", "rows", "0", "cells", "0")).contains("b");
        }
    }

    @Test
    void twoHundredWatchesSeeEverythingInOrder() {
        List<Client> clients =
                List.of(
                        client,
                        Client.of(
                                cluster.server(),
                                HttpClient.Version.HTTP_1_1,
                                cluster.server().token()));
        String from = MAPS + "?watch=1&resourceVersion=" + version();
        var watches = new ArrayList<Client.Lines>();
        for (int i = 0; i < 200; i++) {
            watches.add(clients.get(i % 2).watch(from));
        }
        assertThat(cluster.server().watches()).isEqualTo(200);
        for (int i = 0; i < 50; i++) {
            make("m" + i);
        }
        for (Client.Lines watch : watches) {
            for (int i = 0; i < 50; i++) {
                assertThat(delivered(watch.next())).isEqualTo("ADDED m" + i);
            }
        }
        watches.forEach(Client.Lines::close);
    }

    /// Events that the client does not read stay in the history of the store, which is bounded. The
    /// store continues.
    @Test
    void aSlowReaderDelaysNoOtherAndExpiresInTheEnd() throws Exception {
        try (SSLSocket slow = socket()) {
            send(slow, MAPS + "?watch=1");
            readUntil(slow.getInputStream(), "\r\n\r\n");
            String data = "x".repeat(1_000);
            var store = cluster.cluster().store();
            for (int i = 0; i < 80_000; i++) {
                store.create(
                                (Json.Obj)
                                        Json.parse(
                                                """
                                                {"apiVersion":"v1","kind":"ConfigMap","metadata":\
                                                {"name":"m%d","namespace":"default"},\
                                                "data":{"a":"%s"}}
                                                """
                                                        .formatted(i % 100, data)))
                        .map(made ->
                                store.delete(
                                        made.kind(), "default", made.name(), DeleteRequest.NOW));
            }
            String last = drain(slow.getInputStream());
            assertThat(last).contains("\"type\":\"ERROR\"").contains("\"reason\":\"Expired\"");
        }
        assertThat(client.get("/api/v1/namespaces/default").statusCode()).isEqualTo(200);
    }

    @Test
    void aClientThatDisconnectsIsForgotten() throws Exception {
        SSLSocket leaver = socket();
        send(leaver, MAPS + "?watch=1");
        readUntil(leaver.getInputStream(), "\r\n\r\n");
        Client.Lines other = client.watch(MAPS + "?watch=1");
        assertThat(cluster.server().watches()).isEqualTo(2);
        leaver.close();
        for (int i = 0; cluster.server().watches() > 1 && i < 1_000; i++) {
            make("m" + i);
        }
        assertThat(cluster.server().watches()).isEqualTo(1);
        other.close();
    }

    private SSLSocket socket() throws IOException {
        var wanted = new TlsContexts.Wanted(cluster.server().authority(), "", "", "", false);
        return (SSLSocket)
                TlsContexts.make(wanted)
                        .getSocketFactory()
                        .createSocket("127.0.0.1", cluster.server().port());
    }

    private void send(SSLSocket socket, String path) throws IOException {
        socket.getOutputStream()
                .write(
                        "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
                                .formatted(path, cluster.server().token())
                                .getBytes(US_ASCII));
        socket.getOutputStream().flush();
    }

    private static void readUntil(InputStream in, String end) throws IOException {
        var seen = new StringBuilder();
        while (seen.indexOf(end) < 0) {
            int next = in.read();
            assertThat(next).isNotNegative();
            seen.append((char) next);
        }
    }

    /// Returns the last bytes of a chunked response.
    private static String drain(InputStream in) throws IOException {
        String last = "";
        byte[] buffer = new byte[64 << 10];
        while (!last.endsWith("0\r\n\r\n")) {
            int count = in.read(buffer);
            if (count < 0) {
                break;
            }
            String both = last + new String(buffer, 0, count, US_ASCII);
            last = both.substring(Math.max(0, both.length() - 4_000));
        }
        return last;
    }
}
