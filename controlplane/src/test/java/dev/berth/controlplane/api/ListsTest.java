package dev.berth.controlplane.api;

import static dev.berth.controlplane.store.Trees.assertRefused;
import static dev.berth.controlplane.store.Trees.pod;
import static dev.berth.controlplane.store.Trees.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.BindRequest;
import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.Watch;
import dev.berth.controlplane.store.WatchEvent;
import dev.berth.controlplane.tree.Path;
import dev.berth.engine.VirtualClock;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class ListsTest {
    private final Store store = new Store(VirtualClock.atEpoch(), 1, 64);
    private final Api api = new Api(store);
    private final ApiResource pods = api.catalog().find("", "v1", "pods").orElseThrow();

    private static ListOptions page(long limit, String continued) {
        return new ListOptions("", "", limit, continued, "", "");
    }

    private static List<String> names(ListPage page) {
        return page.objects().stream().map(it -> Path.of("metadata", "name").text(it)).toList();
    }

    private static WatchOptions watching(String version, String fields) {
        return new WatchOptions("", fields, version, "", false, false);
    }

    private static StatusError error(Reply<?> reply) {
        return ((Reply.Refused<?>) reply).why();
    }

    private void make(String... names) {
        for (String name : names) {
            store.create(pod(name)).orThrow();
        }
    }

    @Test
    void allPagesShowTheRevisionOfTheFirstPage() {
        make("a", "b", "c", "d");

        ListPage first = api.list(pods, "", page(2, "")).orThrow();
        store.delete(Kind.POD, "default", "d", DeleteRequest.NOW).orThrow();
        make("bb", "e");
        ListPage second = api.list(pods, "", page(2, first.continued())).orThrow();

        assertThat(names(first)).containsExactly("a", "b");
        assertThat(first.remaining()).isEqualTo(2);
        assertThat(names(second)).containsExactly("c", "d");
        assertThat(second.continued()).isEmpty();
        assertThat(second.remaining()).isEqualTo(-1);
        assertThat(second.revision()).isEqualTo(first.revision());
    }

    @Test
    void anExpiredListCanContinueAtTheCurrentRevision() {
        make("a", "b", "c");
        ListPage first = api.list(pods, "", page(1, "")).orThrow();
        store.delete(Kind.POD, "default", "b", DeleteRequest.NOW).orThrow();
        store.compact(store.revision());

        StatusError expired = error(api.list(pods, "", page(1, first.continued())));
        assertThat(expired.reason()).isEqualTo(StatusReason.EXPIRED);
        assertThat(expired.message()).startsWith("The provided continue parameter is too old");
        assertThat(Path.of("metadata", "continue").text(expired.status()))
                .isEqualTo(expired.details().continued());

        ListPage rest = api.list(pods, "", page(5, expired.details().continued())).orThrow();
        assertThat(names(rest)).containsExactly("c");
    }

    @Test
    void aListCanRequireAnExactResourceVersion() {
        make("a");
        long then = store.revision();
        make("b");
        var exactly = new ListOptions("", "", 0, "", "" + then, "Exact");
        var notOlder = new ListOptions("", "", 0, "", "" + then, "NotOlderThan");

        assertThat(names(api.list(pods, "", exactly).orThrow())).containsExactly("a");
        assertThat(api.list(pods, "", exactly).orThrow().revision()).isEqualTo(then);
        assertThat(names(api.list(pods, "", notOlder).orThrow())).containsExactly("a", "b");
        store.compact(store.revision());
        assertRefused(
                api.list(pods, "", exactly),
                StatusReason.EXPIRED,
                "The resourceVersion for the provided list is too old.");
    }

    @Test
    void aListOfAFutureResourceVersionFails() {
        StatusError error = error(api.list(pods, "", new ListOptions("", "", 0, "", "900", "")));

        assertThat(error.message())
                .isEqualTo("Timeout: Too large resource version: 900, current: 1");
        assertThat(error.details().retryAfterSeconds()).isEqualTo(1);
    }

    @Test
    void itemsOfAListHaveNoKind() {
        make("a");

        Json.Obj item = api.list(pods, "", ListOptions.ALL).orThrow().objects().getFirst();
        assertThat(item.fields()).doesNotContainKeys("kind", "apiVersion");
    }

    @Test
    void aWatchStartsWithTheExistingObjectsAndABookmark() {
        make("a", "b");
        var options = new WatchOptions("", "", "", "NotOlderThan", true, true);

        Watch watch = api.watch(pods, "", options, () -> {}).orThrow();
        make("c");

        var shown = new ArrayList<String>();
        for (WatchEvent event : watch.read(9)) {
            Json.Obj object = api.shown(pods, event.object());
            shown.add(event.type() + " " + Path.of("metadata", "name").text(object));
            if (event.type() == WatchEvent.Type.BOOKMARK) {
                assertThat(
                                Path.of("metadata", "annotations", "k8s.io/initial-events-end")
                                        .text(object))
                        .isEqualTo("true");
            }
        }
        assertThat(shown).containsExactly("ADDED a", "ADDED b", "BOOKMARK ", "ADDED c");
    }

    @Test
    void initialEventsRequireResourceVersionMatch() {
        var options = new WatchOptions("", "", "", "", true, true);

        assertRefused(
                api.watch(pods, "", options, () -> {}),
                StatusReason.INVALID,
                "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden:"
                        + " sendInitialEvents requires setting resourceVersionMatch to"
                        + " NotOlderThan");
    }

    @Test
    void aWatchOfThePodsOfANodeDeliversTheirEvents() {
        make("a", "b");
        Watch watch =
                api.watch(pods, "", watching("" + store.revision(), "spec.nodeName=n1"), () -> {})
                        .orThrow();
        store.bind(BindRequest.of("default", "a", "", "n1")).orThrow();
        store.bind(BindRequest.of("default", "b", "", "n2")).orThrow();
        store.delete(Kind.POD, "default", "a", DeleteRequest.NOW).orThrow();

        assertThat(watch.read(9))
                .extracting(it -> it.type() + " " + it.object().name())
                .containsExactly("ADDED a", "MODIFIED a", "DELETED a");
    }

    @Test
    void aWatchFromAnExpiredResourceVersionIsRejected() {
        make("a", "b");
        store.compact(store.revision());

        assertThat(error(api.watch(pods, "", watching("2", ""), () -> {})).reason())
                .isEqualTo(StatusReason.EXPIRED);
        assertThat(error(api.watch(pods, "", watching("900", ""), () -> {})).reason())
                .isEqualTo(StatusReason.TIMEOUT);
    }

    @Test
    void theBytesOfAnObjectAreEncodedOnceForAllWatches() {
        make("a");
        var object = store.get(Kind.POD, "default", "a").orThrow();

        assertThat(api.encoded(pods, object)).isSameAs(api.encoded(pods, object));
        assertThat(Json.parse(api.encoded(pods, object))).isEqualTo(object.json());
    }

    @Test
    void bothApiGroupsServeTheSameEvents() {
        ApiResource core = api.catalog().find("", "v1", "events").orElseThrow();
        ApiResource events = api.catalog().find("events.k8s.io", "v1", "events").orElseThrow();
        store.create(tree("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'x'}}"))
                .orThrow();
        api.create(
                        core,
                        "x",
                        tree(
                                "{'metadata': {'name': 'e'}, 'involvedObject': {'kind': 'Pod',"
                                        + " 'namespace': 'x', 'name': 'p'}, 'message': 'hello',"
                                        + " 'reason': 'R'}"),
                        WriteOptions.DEFAULT)
                .orThrow();

        Json.Obj shown = api.get(events, "x", "e").orThrow();
        assertThat(Path.of("note").text(shown)).isEqualTo("hello");
        assertThat(Path.of("regarding", "name").text(shown)).isEqualTo("p");
        assertThat(Path.of("apiVersion").text(shown)).isEqualTo("events.k8s.io/v1");
        assertThat(
                        api.list(
                                        core,
                                        "x",
                                        new ListOptions("", "involvedObject.name=p", 0, "", "", ""))
                                .orThrow()
                                .objects())
                .hasSize(1);
    }
}
