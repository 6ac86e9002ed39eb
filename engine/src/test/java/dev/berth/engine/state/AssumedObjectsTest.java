package dev.berth.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.CustomObject;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.json.Json;
import dev.berth.spi.Assumption;
import dev.berth.spi.OutOfSyncException;
import dev.berth.spi.StateObserver;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is assumed of an object holds until the API server says otherwise, and no longer.
class AssumedObjectsTest {
    private final ClusterState state = new ClusterState();
    private final List<String> expectations = new ArrayList<>();

    @BeforeEach
    void listen() {
        var observer =
                new StateObserver() {
                    @Override
                    public void forgetAll() {
                        expectations.clear();
                    }

                    @Override
                    public void assumedObjectChanged(
                            Optional<KubeObject> before, Optional<KubeObject> after) {
                        expectations.add(shown(before) + " > " + shown(after));
                    }
                };
        state.observe(
                observer,
                change -> {
                    change.accept(observer);
                    return true;
                });
    }

    private static String shown(Optional<KubeObject> object) {
        return object.map(each ->
                        each.meta().resourceVersion() + each.meta().annotations().getOr("note", ""))
                .orElse("-");
    }

    private static KubeObject claim(String uid, String version, String note) {
        Meta meta = Meta.named("ns", "data", uid);
        return new CustomObject(
                Kind.PERSISTENT_VOLUME_CLAIM,
                new Meta(
                        meta.name(),
                        meta.namespace(),
                        uid,
                        version,
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Labels.NONE,
                        note.isEmpty() ? Labels.NONE : Labels.of("note", note),
                        List.of(),
                        List.of()),
                Json.Obj.EMPTY);
    }

    private String expected() {
        return shown(state.objects().getAssumed(Kind.PERSISTENT_VOLUME_CLAIM, "ns/data"));
    }

    private String seen() {
        return shown(state.objects().get(Kind.PERSISTENT_VOLUME_CLAIM, "ns/data"));
    }

    @Test
    void anAssumedVersionHoldsWhileItsBaseIsTheLastVersionSeen() {
        state.put(claim("u", "5", ""));
        state.objects().assume(claim("u", "5", "mine"), Assumption.OF_THIS_VERSION);
        assertThat(expected()).isEqualTo("5mine");
        assertThat(seen()).isEqualTo("5");

        state.put(claim("u", "5", ""));
        assertThat(expected()).as("the same version once more").isEqualTo("5mine");

        state.put(claim("u", "6", "theirs"));
        assertThat(expected()).isEqualTo("6theirs");
        assertThat(state.assumedObjects()).isZero();
        assertThat(expectations).containsExactly("- > 5", "5 > 5mine", "5mine > 6theirs");
        assertThat(state.takeAssumed()).as("volumes and claims wake nobody").isEmpty();
    }

    @Test
    void anObjectOfAnotherVersionOrNoneIsNotAssumed() {
        assertThatThrownBy(() ->
                        state.objects().assume(claim("u", "5", "mine"), Assumption.OF_THIS_VERSION))
                .isInstanceOf(OutOfSyncException.class)
                .hasMessage("persistentvolumeclaims \"ns/data\" not found");
        state.put(claim("u", "6", ""));
        assertThatThrownBy(() ->
                        state.objects().assume(claim("u", "5", "mine"), Assumption.OF_THIS_VERSION))
                .isInstanceOf(OutOfSyncException.class)
                .hasMessage("\"ns/data\" is out of sync (stored: 6, assume: 5)");
        assertThat(state.assumedObjects()).isZero();
    }

    @Test
    void anObjectCreatedAgainUnderItsNameIsNotTheAssumedOne() {
        state.put(claim("old", "5", ""));
        state.objects().assume(claim("old", "5", "mine"), Assumption.OF_THIS_VERSION);
        state.put(claim("new", "5", ""));
        assertThat(expected()).isEqualTo("5");
        state.objects().assume(claim("new", "5", "mine"), Assumption.OF_THIS_VERSION);
        state.removeObject(Kind.PERSISTENT_VOLUME_CLAIM, "ns/data", "new");
        assertThat(state.assumedObjects()).isZero();
    }

    @Test
    void takingBackRestoresWhatWasSeenUnlessSomethingElseWasAssumed() {
        state.put(claim("u", "5", ""));
        KubeObject mine = claim("u", "5", "mine");
        state.objects().assume(mine, Assumption.OF_THIS_VERSION);
        state.objects().restore(claim("u", "4", ""));
        assertThat(expected()).isEqualTo("5mine");
        state.objects().restore(mine);
        assertThat(expected()).isEqualTo("5");
        state.objects().restore(mine);
        assertThat(expectations).containsExactly("- > 5", "5 > 5mine", "5mine > 5");
        assertThat(state.assumedObjects()).isZero();
    }

    @Test
    void anAssumptionUntilNewerIsAnEventAndSurvivesStaleUpdates() {
        state.put(claim("u", "5", ""));
        state.objects().assume(claim("u", "7", "mine"), Assumption.UNTIL_NEWER);
        assertThat(state.takeAssumed()).hasSize(1);

        assertThat(state.confirms(claim("u", "6", "stale"))).isTrue();
        state.put(claim("u", "6", "stale"));
        assertThat(expected()).isEqualTo("7mine");
        assertThat(state.confirms(claim("u", "7", "mine"))).isTrue();
        state.put(claim("u", "7", "mine"));
        assertThat(expected()).isEqualTo("7mine");
        assertThat(state.assumedObjects()).as("confirmed").isZero();

        assertThat(state.confirms(claim("u", "8", "theirs"))).isFalse();
        state.put(claim("u", "8", "theirs"));
        assertThat(expected()).isEqualTo("8theirs");
        assertThatThrownBy(() ->
                        state.objects().assume(claim("u", "7", "mine"), Assumption.UNTIL_NEWER))
                .hasMessage(
                        "PersistentVolumeClaim \"ns/data\" is out of sync (stored: 8, assume:"
                                + " 7)");
    }

    @Test
    void aDryRunContextAssumesNothing() throws InterruptedException {
        state.put(claim("u", "5", ""));
        Thread owner = Thread.ofPlatform().start(state::own);
        owner.join();
        assertThatThrownBy(() ->
                        state.objects().assume(claim("u", "5", "mine"), Assumption.OF_THIS_VERSION))
                .hasMessageContaining("cluster state belongs to thread");
        assertThat(state.assumedObjects()).isZero();
    }

    @Test
    void aVersionThatIsNoNumberEndsWhatWasAssumed() {
        state.put(claim("u", "5", ""));
        state.objects().assume(claim("u", "7", "mine"), Assumption.UNTIL_NEWER);
        assertThat(state.confirms(claim("u", "v8", "theirs"))).isFalse();
        state.put(claim("u", "v8", "theirs"));
        assertThat(expected()).isEqualTo("v8theirs");
        assertThat(state.assumedObjects()).isZero();
        assertThat(expectations).containsExactly("- > 5", "5 > 7mine", "7mine > v8theirs");

        assertThatThrownBy(() ->
                        state.objects().assume(claim("u", "9", "mine"), Assumption.UNTIL_NEWER))
                .isInstanceOf(OutOfSyncException.class)
                .hasMessage(
                        "PersistentVolumeClaim \"ns/data\" is out of sync (stored: v8, assume:"
                                + " 9)");
    }
}
