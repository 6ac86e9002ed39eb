package dev.berth.controlplane.store;

import static dev.berth.controlplane.store.Trees.node;
import static dev.berth.controlplane.store.Trees.pod;
import static dev.berth.controlplane.store.Trees.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.tree.Path;
import dev.berth.engine.VirtualClock;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.spi.EventRecord;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

class EventLogTest {
    private final VirtualClock clock = VirtualClock.atEpoch();
    private final Store store = new Store(clock, 1);
    private final EventLog log = new EventLog(store, clock, "default-scheduler", 3);
    private final KubeObject web = store.create(pod("web")).orThrow().typed();

    private void event(KubeObject about, String note) {
        log.record(List.of(new EventRecord(about, false, "Scheduled", "Binding", note)));
    }

    private List<ObjectVersion> events() {
        return store.list(ObjectSelection.of(Kind.EVENT)).objects();
    }

    @Test
    void anEventHasItsObjectReasonAndTime() {
        clock.advance(Duration.ofNanos(1_234_567));
        event(web, "Successfully assigned default/web to n1");

        ObjectVersion event = events().getFirst();
        assertThat(event.name()).isEqualTo("web.0000000000000001");
        assertThat(text(event, ".apiVersion")).isEqualTo("events.k8s.io/v1");
        assertThat(text(event, ".eventTime")).isEqualTo("2026-01-01T00:00:00.001234Z");
        assertThat(text(event, ".reportingController")).isEqualTo("default-scheduler");
        assertThat(text(event, ".type")).isEqualTo("Normal");
        assertThat(text(event, ".regarding.kind")).isEqualTo("Pod");
    }

    @Test
    void anEventOfANodeIsInTheDefaultNamespace() {
        event(store.create(node("n1")).orThrow().typed(), "x");

        assertThat(events().getFirst().namespace()).isEqualTo("default");
    }

    @Test
    void theLeastRecentEventsAreDeletedAboveTheLimit() {
        for (String note : List.of("a", "b", "c", "a", "d", "e")) {
            event(web, note);
        }

        assertThat(events())
                .extracting(event -> text(event, ".note"))
                .containsExactly("a", "d", "e");
    }

    @Test
    void aSeriesWhoseEventWasDeletedStartsAgain() {
        event(web, "a");
        store.delete(Kind.EVENT, "default", events().getFirst().name(), DeleteRequest.NOW)
                .orThrow();

        event(web, "a");

        assertThat(events()).hasSize(1);
        assertThat(Path.parse(".series").in(events().getFirst().json())).isFalse();
    }
}
