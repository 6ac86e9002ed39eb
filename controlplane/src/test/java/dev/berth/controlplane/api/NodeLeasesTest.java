package dev.berth.controlplane.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.Trees;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.engine.VirtualClock;
import dev.berth.model.Kind;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

class NodeLeasesTest {
    private static final String NAMESPACE = "kube-node-lease";

    private final VirtualClock clock = VirtualClock.atEpoch();
    private final Store store = new Store(clock, 1);
    private final Api api = new Api(store).withNodeLeases();
    private final ApiResource leases =
            api.catalog().find("coordination.k8s.io", "v1", "leases").orElseThrow();

    NodeLeasesTest() {
        store.create(ObjectTemplates.namespace(NAMESPACE)).orThrow();
        for (String name : List.of("n1", "n2")) {
            store.create(
                            Trees.merge(
                                    Trees.node(name),
                                    "{'status': {'conditions': [{'type': 'Ready', 'status':"
                                            + " 'True'}]}}"))
                    .orThrow();
        }
    }

    private String renewed(String name) {
        return Path.of("spec", "renewTime").text(api.get(leases, NAMESPACE, name).orThrow());
    }

    private List<String> listed(String namespace) {
        return api.list(leases, namespace, ListOptions.ALL).orThrow().objects().stream()
                .map(Path.of("metadata", "name")::text)
                .toList();
    }

    private void after(Duration time) {
        clock.advanceTo(clock.nowNanos() + time.toNanos());
    }

    @Test
    void aLeaseIsCreatedWhenReadAndRenewedWhenStale() {
        long before = store.revision();
        String first = renewed("n1");
        assertThat(store.revision()).isEqualTo(before + 1);
        after(Duration.ofSeconds(9));
        assertThat(renewed("n1")).isEqualTo(first);
        assertThat(store.revision()).isEqualTo(before + 1);
        after(Duration.ofSeconds(1));
        assertThat(renewed("n1")).isGreaterThan(first);
        assertThat(listed("")).containsExactly("n1", "n2");
        assertThat(listed(NAMESPACE)).containsExactly("n1", "n2");
        assertThat(listed("default")).isEmpty();
    }

    @Test
    void aNodeThatIsNotReadyDoesNotRenew() {
        String first = renewed("n1");
        store.patch(
                        Kind.NODE,
                        "",
                        "n1",
                        new Patch.Merge(
                                Trees.tree(
                                        "{'status': {'conditions': [{'type': 'Ready', 'status':"
                                                + " 'Unknown'}]}}")),
                        WriteScope.STATUS)
                .orThrow();
        after(Duration.ofMinutes(5));
        assertThat(renewed("n1")).isEqualTo(first);
    }

    @Test
    void aNewWatchFindsTheLeases() {
        var watch =
                api.watch(
                                leases,
                                NAMESPACE,
                                new WatchOptions("", "", "", "", false, false),
                                () -> {})
                        .orThrow();
        assertThat(watch.read(9)).hasSize(2);
    }

    @Test
    void aLeaseGoesWithItsNode() {
        assertThat(listed("")).containsExactly("n1", "n2");
        store.delete(Kind.NODE, "", "n1", DeleteRequest.NOW).orThrow();
        assertThat(api.get(leases, NAMESPACE, "n1").granted()).isFalse();
        assertThat(listed("")).containsExactly("n2");
    }
}
