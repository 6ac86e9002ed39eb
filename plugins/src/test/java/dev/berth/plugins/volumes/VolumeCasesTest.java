package dev.berth.plugins.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.harness.cases.CaseFamily;
import dev.berth.harness.cases.DecisionCases;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.PluginProvider;
import dev.berth.testkit.PluginTester;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Random clusters with volumes and changes. [PluginTester] verifies that the bulk and the
/// single-node results of a plugin are equal.
class VolumeCasesTest {
    private static final long SEED = Long.getLong("test.seed", 20260101);
    private static final int CASES = 100;
    private static final int STEPS = 100;

    private static final Map<String, Kind> KINDS =
            Stream.of(
                            Kind.NODE,
                            Kind.POD,
                            Kind.PERSISTENT_VOLUME,
                            Kind.PERSISTENT_VOLUME_CLAIM,
                            Kind.STORAGE_CLASS,
                            Kind.CSI_NODE,
                            Kind.CSI_DRIVER,
                            Kind.CSI_STORAGE_CAPACITY,
                            Kind.VOLUME_ATTACHMENT)
                    .collect(Collectors.toMap(Kind::name, kind -> kind));

    static List<PluginProvider<?>> all() {
        return List.of(
                new VolumeRestrictions.Provider(),
                new NodeVolumeLimits.Provider(),
                new VolumeBinding.Provider(),
                new VolumeZone.Provider());
    }

    @ParameterizedTest
    @MethodSource("all")
    void allNodesAtOnceAreEvaluatedAsEachByItself(PluginProvider<?> provider) {
        int evaluated = 0;
        for (int index = 0; index < CASES; index++) {
            try {
                evaluated += run(provider, index);
            } catch (AssertionError wrong) {
                throw new AssertionError(
                        "%s, case %d of -Dtest.seed=%d".formatted(provider.name(), index, SEED),
                        wrong);
            }
        }
        assertThat(evaluated).isGreaterThan(CASES);
    }

    private static int run(PluginProvider<?> provider, int index) {
        Json.Obj one = DecisionCases.make(CaseFamily.VOLUMES_OF_PODS, SEED, index);
        // Many names are equal, so that objects change instead of being added and removed.
        Json.Obj other = DecisionCases.make(CaseFamily.VOLUMES_OF_PODS, SEED, index + 1);
        var random = new SplittableRandom(SEED + index);
        PluginTester tester = PluginTester.of(provider);
        objects(one).forEach(tester::objects);
        var all = new ArrayList<>(objects(one));
        all.addAll(objects(other));
        var pods = new ArrayList<>(pods(one));
        pods.addAll(pods(other));
        int evaluated = 0;
        for (int step = 0; step < STEPS; step++) {
            KubeObject some = all.get(random.nextInt(all.size()));
            if (random.nextInt(5) == 0) {
                tester.removed(some);
            } else {
                tester.objects(some);
            }
            evaluated += evaluate(tester, pods.get(random.nextInt(pods.size()))) ? 1 : 0;
        }
        return evaluated;
    }

    /// Whether there was a result; many generated cases are errors.
    private static boolean evaluate(PluginTester tester, Pod pod) {
        try {
            tester.schedule(pod);
            return true;
        } catch (RuntimeException failed) {
            return false;
        }
    }

    private static List<KubeObject> objects(Json.Obj one) {
        var objects = new ArrayList<KubeObject>();
        for (Json json : list(one, "objects")) {
            Kind kind = KINDS.get(json.textAt("kind").orElse(""));
            if (kind != null) {
                KubeObject object = new Decoder().object(kind, (Json.Obj) json);
                if (!(object instanceof Pod pod) || pod.assigned()) {
                    objects.add(object);
                }
            }
        }
        return objects;
    }

    private static List<Pod> pods(Json.Obj one) {
        return list(one, "pods").stream().map(json -> new Decoder().pod((Json.Obj) json)).toList();
    }

    private static List<Json> list(Json.Obj one, String field) {
        return Optional.of(one.field(field).orElse(Json.Arr.EMPTY))
                .map(Json.Arr.class::cast)
                .orElse(Json.Arr.EMPTY)
                .elements();
    }
}
