package dev.berth.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

class DecisionCasesTest {
    private static final long SEED = Long.getLong("test.seed", 1);
    private static final int CASES = 150;
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final List<Kind> KINDS =
            List.of(
                    Kind.NODE,
                    Kind.POD,
                    Kind.NAMESPACE,
                    Kind.SERVICE,
                    Kind.REPLICATION_CONTROLLER,
                    Kind.REPLICA_SET,
                    Kind.STATEFUL_SET);

    private static Stream<Obj> casesOf(Family family) {
        return Stream.iterate(0, index -> index + 1)
                .limit(CASES)
                .map(index -> DecisionCases.withoutPreemption().make(family, SEED, index));
    }

    private static List<Json> list(Json from, String... path) {
        return from.at(path).orElse(Arr.EMPTY) instanceof Arr(List<Json> elements)
                ? elements
                : List.of();
    }

    private static Stream<Json> pods(Json one) {
        return Stream.concat(
                list(one, "pods").stream(),
                list(one, "objects").stream()
                        .filter(object -> object.textAt("kind").orElse("").equals("Pod")));
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void anEqualSeedGivesEqualBytes(Family family) {
        List<String> first = casesOf(family).map(Json::text).toList();
        assertThat(casesOf(family).map(Json::text).toList()).isEqualTo(first);
        assertThat(new HashSet<>(first)).hasSameSizeAs(first);
    }

    @Test
    void aCaseIsMadeAloneFromWhatItsIdSays() {
        Obj one = DecisionCases.withoutPreemption().make(Family.NOMINATION, 7, 23);
        assertThat(one.textAt("id")).contains("nominated-7-23");
        assertThat(Family.named("nominated")).contains(Family.NOMINATION);
        assertThat(DecisionCases.withoutPreemption().make(Family.NOMINATION, 8, 23).text())
                .isNotEqualTo(one.text());
    }

    @Test
    void theSharesMakeAHundred() {
        assertThat(Stream.of(Family.values()).mapToInt(Family::share).sum()).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void everyObjectCanBeDecoded(Family family) {
        casesOf(family)
                .forEach(one -> {
                    var decoder = new Decoder();
                    var names = new TreeSet<String>();
                    for (Json object : list(one, "objects")) {
                        KubeObject decoded = decoder.object(kindOf(object), (Obj) object);
                        assertThat(NAME.matcher(decoded.meta().name()).matches()).isTrue();
                        assertThat(
                                        names.add(
                                                decoded.kind()
                                                        + decoded.meta().namespace()
                                                        + "/"
                                                        + decoded.meta().name()))
                                .as("a name comes once")
                                .isTrue();
                    }
                    for (Json json : list(one, "pods")) {
                        Pod pod = decoder.pod((Obj) json);
                        assertThat(pod.namespace()).isNotEmpty();
                        assertThat(json.textAt("spec", "schedulerName").orElse("")).isNotEmpty();
                        assertThat(json.at("spec", "priority")).isPresent();
                    }
                });
    }

    private static Kind kindOf(Json object) {
        String apiVersion = object.textAt("apiVersion").orElse("");
        String name = object.textAt("kind").orElse("");
        return KINDS.stream()
                .filter(kind -> kind.apiVersion().equals(apiVersion) && kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("unexpected " + apiVersion + " " + name));
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void containersAreWhatAnApiServerStores(Family family) {
        casesOf(family)
                .flatMap(DecisionCasesTest::pods)
                .forEach(pod -> {
                    assertThat(list(pod, "spec", "containers")).isNotEmpty();
                    var ports = new HashSet<String>();
                    for (String kind : List.of("containers", "initContainers")) {
                        for (Json container : list(pod, "spec", kind)) {
                            checkResources(container);
                            for (Json port : list(container, "ports")) {
                                assertThat(port.textAt("protocol")).isPresent();
                                if (port.at("hostPort").isPresent()) {
                                    assertThat(
                                                    ports.add(
                                                            port.at("hostPort")
                                                                    + port.textAt("protocol")
                                                                            .orElse("")
                                                                    + port.textAt("hostIP")
                                                                            .orElse("")))
                                            .as("a host port comes once in a pod")
                                            .isTrue();
                                }
                            }
                        }
                    }
                });
    }

    private static void checkResources(Json container) {
        Obj requests = container.objAt("resources", "requests").orElse(Obj.EMPTY);
        requests.fields()
                .forEach((name, amount) -> {
                    Quantity quantity = Quantity.parse(requests.textAt(name).orElseThrow());
                    assertThat(quantity.sign()).isNotNegative();
                    assertThat(quantity)
                            .as("canonical")
                            .hasToString(requests.textAt(name).orElseThrow());
                    if (name.contains("/") || name.startsWith("hugepages-")) {
                        assertThat(container.at("resources", "limits", name)).contains(amount);
                    }
                    if (name.startsWith("hugepages-")) {
                        assertThat(requests.fields())
                                .containsAnyOf(
                                        Map.entry("cpu", requests.field("cpu").orElse(Json.of(""))),
                                        Map.entry(
                                                "memory",
                                                requests.field("memory").orElse(Json.of(""))));
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void termsAndConstraintsKeepTheRulesOfTheApi(Family family) {
        casesOf(family)
                .flatMap(DecisionCasesTest::pods)
                .forEach(pod -> {
                    for (String kind : List.of("podAffinity", "podAntiAffinity", "nodeAffinity")) {
                        for (Json term :
                                list(
                                        pod,
                                        "spec",
                                        "affinity",
                                        kind,
                                        "preferredDuringSchedulingIgnoredDuringExecution")) {
                            assertThat(Integer.parseInt(term.at("weight").orElseThrow().text()))
                                    .isBetween(1, 100);
                        }
                    }
                    var pairs = new HashSet<String>();
                    for (Json constraint : list(pod, "spec", "topologySpreadConstraints")) {
                        assertThat(
                                        pairs.add(
                                                constraint.textAt("topologyKey").orElse("")
                                                        + constraint
                                                                .textAt("whenUnsatisfiable")
                                                                .orElse("")))
                                .isTrue();
                        if (constraint.at("minDomains").isPresent()) {
                            assertThat(constraint.textAt("whenUnsatisfiable"))
                                    .contains("DoNotSchedule");
                        }
                    }
                    for (Json toleration : list(pod, "spec", "tolerations")) {
                        boolean exists = toleration.textAt("operator").orElse("").equals("Exists");
                        assertThat(exists && toleration.at("value").isPresent()).isFalse();
                        assertThat(exists || toleration.at("key").isPresent()).isTrue();
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void anImageHasOneSizeWhereverItIs(Family family) {
        casesOf(family)
                .forEach(one -> {
                    var sizes = new HashMap<String, Json>();
                    for (Json node : list(one, "objects")) {
                        for (Json image : list(node, "status", "images")) {
                            for (Json name : list(image, "names")) {
                                Json size = image.at("sizeBytes").orElseThrow();
                                assertThat(sizes.getOrDefault(name.text(), size)).isEqualTo(size);
                                sizes.put(name.text(), size);
                            }
                        }
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void nobodyIsPreemptedUnlessAskedFor(Family family) {
        assertThat(casesOf(family))
                .allSatisfy(one ->
                        assertThat(list(one, "config", "profiles"))
                                .isNotEmpty()
                                .allSatisfy(profile ->
                                        assertThat(
                                                        list(
                                                                profile,
                                                                "plugins",
                                                                "postFilter",
                                                                "disabled"))
                                                .contains(
                                                        Obj.of(
                                                                "name",
                                                                Json.of("DefaultPreemption")))));
        assertThat(DecisionCases.withPreemption().make(Family.FIT, SEED, 0).text())
                .doesNotContain("DefaultPreemption");
    }
}
