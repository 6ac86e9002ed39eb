package dev.berth.harness.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.PersistentVolume;
import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Bool;
import dev.berth.model.json.Json.Obj;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
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
                    Kind.STATEFUL_SET,
                    Kind.DISRUPTION_BUDGET,
                    Kind.PERSISTENT_VOLUME,
                    Kind.PERSISTENT_VOLUME_CLAIM,
                    Kind.STORAGE_CLASS,
                    Kind.CSI_NODE,
                    Kind.CSI_DRIVER,
                    Kind.CSI_STORAGE_CAPACITY,
                    Kind.VOLUME_ATTACHMENT,
                    Kind.RESOURCE_CLAIM,
                    Kind.RESOURCE_SLICE,
                    Kind.DEVICE_CLASS,
                    Kind.DEVICE_TAINT_RULE);

    private static Stream<Obj> casesOf(CaseFamily family) {
        return Stream.iterate(0, index -> index + 1)
                .limit(CASES)
                .map(index -> DecisionCases.make(family, SEED, index));
    }

    private static List<Json> list(Json from, String... path) {
        return from.at(path).orElse(Arr.EMPTY) instanceof Arr(List<Json> elements)
                ? elements
                : List.of();
    }

    private static Stream<Json> pods(Json one) {
        return Stream.concat(list(one, "pods").stream(), kind(one, "Pod"));
    }

    @ParameterizedTest
    @EnumSource(CaseFamily.class)
    void anEqualSeedGivesEqualBytes(CaseFamily family) {
        List<String> first = casesOf(family).map(Json::text).toList();
        assertThat(casesOf(family).map(Json::text).toList()).isEqualTo(first);
        assertThat(new HashSet<>(first)).hasSameSizeAs(first);
    }

    @Test
    void aCaseDependsOnItsIdOnly() {
        Obj one = DecisionCases.make(CaseFamily.NOMINATION, 7, 23);
        assertThat(one.textAt("id")).contains("nominated-7-23");
        assertThat(CaseFamily.named("nominated")).contains(CaseFamily.NOMINATION);
        assertThat(DecisionCases.make(CaseFamily.NOMINATION, 8, 23).text())
                .isNotEqualTo(one.text());
    }

    @Test
    void theSharesMakeAHundred() {
        assertThat(Stream.of(CaseFamily.values()).mapToInt(CaseFamily::share).sum()).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource(CaseFamily.class)
    void everyObjectCanBeDecoded(CaseFamily family) {
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
    @EnumSource(CaseFamily.class)
    void containersAreWhatAnApiServerStores(CaseFamily family) {
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
    @EnumSource(CaseFamily.class)
    void termsAndConstraintsKeepTheRulesOfTheApi(CaseFamily family) {
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
    @EnumSource(CaseFamily.class)
    void anImageHasOneSizeWhereverItIs(CaseFamily family) {
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

    @Test
    void whichVolumeAClaimGetsIsNeverLeftOpen() {
        casesOf(CaseFamily.VOLUMES_OF_PODS)
                .forEach(one -> {
                    var decoder = new Decoder();
                    var seen = new HashSet<Object>();
                    kind(one, "PersistentVolume")
                            .forEach(json -> {
                                var volume =
                                        (PersistentVolume)
                                                decoder.object(Kind.PERSISTENT_VOLUME, (Obj) json);
                                assertThat(
                                                seen.add(
                                                        List.of(
                                                                volume.storageClass(),
                                                                volume.capacity())))
                                        .as("a size comes once in a class")
                                        .isTrue();
                                volume.claim()
                                        .ifPresent(claim ->
                                                assertThat(
                                                                seen.add(
                                                                        claim.namespace()
                                                                                + claim.name()))
                                                        .as("a volume is kept for the claim once")
                                                        .isTrue());
                            });
                });
    }

    @ParameterizedTest
    @EnumSource(CaseFamily.class)
    void podsThatMayHaveToLeaveANodeComeInOneOrderOnly(CaseFamily family) {
        casesOf(family)
                .forEach(one -> {
                    boolean sequence = one.at("sequence").equals(Optional.of(Bool.TRUE));
                    Stream<Json> placed = sequence ? list(one, "pods").stream() : Stream.of();
                    var seen = new HashSet<String>();
                    var unbegun = new HashSet<String>();
                    Stream.concat(running(one), placed)
                            .forEach(pod ->
                                    pod.textAt("status", "startTime")
                                            .map(start -> placeOf(pod) + start)
                                            .ifPresentOrElse(
                                                    order ->
                                                            assertThat(seen.add(order))
                                                                    .as(one.text() + order)
                                                                    .isTrue(),
                                                    () ->
                                                            unbegun.add(
                                                                    pod.textAt("spec", "nodeName")
                                                                            .orElse(""))));
                    assertThat(unbegun).as(one.textAt("id").orElse("")).hasSizeLessThan(2);
                });
    }

    private static String placeOf(Json pod) {
        return pod.textAt("spec", "nodeName").orElse("") + " " + priority(pod) + " ";
    }

    private static long priority(Json pod) {
        return Long.parseLong(pod.at("spec", "priority").orElseThrow().text());
    }

    record Situation(String name, int atLeast, Predicate<Obj> holds) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// The minimum number of cases with a situation, in a thousand preemption cases.
    static final List<Situation> SITUATIONS =
            List.of(
                    new Situation(
                            "a pod that never preempts",
                            50,
                            one -> anyPending(one, "spec.preemptionPolicy", "Never")),
                    new Situation(
                            "running pods of all priorities",
                            10,
                            one ->
                                    running(one).anyMatch(pod -> priority(pod) == -1L << 31)
                                            && list(one, "pods").stream()
                                                    .anyMatch(pod ->
                                                            priority(pod) == (1L << 31) - 1)),
                    new Situation(
                            "an equal priority", 200, one -> compares(one, order -> order == 0)),
                    new Situation(
                            "a higher priority running",
                            60,
                            one -> compares(one, order -> order > 0)),
                    new Situation(
                            "a pod nominated to a node with a terminating pod",
                            40,
                            one ->
                                    leavers(one, "True", "PreemptionByScheduler")
                                            .anyMatch(node -> isNominated(one, node))),
                    new Situation(
                            "one from which another goes for another reason",
                            3,
                            one ->
                                    leavers(one, "True", "EvictionByEvictionAPI")
                                            .anyMatch(node -> isNominated(one, node))),
                    new Situation(
                            "one from which another did not have to go after all",
                            3,
                            one ->
                                    leavers(one, "False", "PreemptionByScheduler")
                                            .anyMatch(node -> isNominated(one, node))),
                    new Situation(
                            "a pod that has not begun",
                            50,
                            one ->
                                    running(one)
                                            .anyMatch(pod ->
                                                    pod.at("status", "startTime").isEmpty())),
                    new Situation(
                            "a budget with nothing left",
                            200,
                            one -> anyBudget(one, each -> allowed(each) == 0)),
                    new Situation(
                            "a budget with something left",
                            200,
                            one -> anyBudget(one, each -> allowed(each) > 0)),
                    new Situation(
                            "a budget without selector",
                            20,
                            one -> anyBudget(one, each -> each.at("spec", "selector").isEmpty())),
                    new Situation(
                            "a budget with an empty selector",
                            40,
                            one ->
                                    anyBudget(
                                            one,
                                            each ->
                                                    each.at("spec", "selector")
                                                            .equals(Optional.of(Obj.EMPTY)))),
                    new Situation(
                            "a budget whose selector cannot be read",
                            10,
                            one -> anyBudget(one, each -> each.text().contains("-web-"))),
                    new Situation(
                            "a budget with expressions",
                            100,
                            one ->
                                    anyBudget(
                                            one, each -> each.text().contains("matchExpressions"))),
                    new Situation(
                            "a budget that counts a running pod as gone",
                            30,
                            one ->
                                    anyBudget(
                                            one,
                                            each ->
                                                    each.at("status", "disruptedPods", "r0")
                                                            .isPresent())),
                    new Situation(
                            "arguments of preemption",
                            80,
                            one -> config(one).contains("minCandidateNodes")),
                    new Situation(
                            "preemption switched off",
                            20,
                            one ->
                                    config(one)
                                            .contains(
                                                    "\"disabled\":[{\"name\":\"DefaultPreemption\"}]")),
                    new Situation(
                            "a node for few pods",
                            200,
                            one ->
                                    list(one, "objects").stream()
                                            .anyMatch(node ->
                                                    node.textAt("status", "allocatable", "pods")
                                                                    .orElse("110")
                                                                    .length()
                                                            == 1)));

    /// Generated once, and only on demand.
    private static final class Thousand {
        static final List<Obj> CASES =
                IntStream.range(0, 1_000)
                        .mapToObj(index -> DecisionCases.make(CaseFamily.PREEMPT, SEED, index))
                        .toList();
    }

    private static Stream<Json> running(Json one) {
        return kind(one, "Pod").filter(pod -> pod.at("spec", "nodeName").isPresent());
    }

    private static Stream<Json> kind(Json one, String kind) {
        return list(one, "objects").stream()
                .filter(object -> object.textAt("kind").equals(Optional.of(kind)));
    }

    private static boolean anyPending(Json one, String path, String value) {
        return list(one, "pods").stream()
                .anyMatch(pod -> pod.textAt(path.split("\\.")).equals(Optional.of(value)));
    }

    /// Whether a running pod and a pending pod compare in this way.
    private static boolean compares(Json one, IntPredicate order) {
        return running(one)
                .anyMatch(pod ->
                        list(one, "pods").stream()
                                .anyMatch(each ->
                                        order.test(Long.compare(priority(pod), priority(each)))));
    }

    /// The nodes of pods that are being deleted with this condition.
    private static Stream<String> leavers(Json one, String status, String reason) {
        Obj condition =
                Obj.builder()
                        .put("type", "DisruptionTarget")
                        .put("status", status)
                        .put("reason", reason)
                        .build();
        return running(one)
                .filter(pod -> pod.at("metadata", "deletionTimestamp").isPresent())
                .filter(pod -> list(pod, "status", "conditions").contains(condition))
                .map(pod -> pod.textAt("spec", "nodeName").orElse(""));
    }

    private static boolean isNominated(Json one, String node) {
        return anyPending(one, "status.nominatedNodeName", node);
    }

    private static boolean anyBudget(Json one, Predicate<Json> holds) {
        return list(one, "objects").stream()
                .filter(object -> object.textAt("kind").orElse("").equals("PodDisruptionBudget"))
                .anyMatch(holds);
    }

    private static long allowed(Json budget) {
        return Long.parseLong(budget.at("status", "disruptionsAllowed").orElseThrow().text());
    }

    private static String config(Json one) {
        return one.at("config").map(Json::text).orElse("");
    }

    @ParameterizedTest
    @FieldSource("SITUATIONS")
    void preemptionMeets(Situation situation) {
        long met = Thousand.CASES.stream().filter(situation.holds()).count();
        assertThat(met).isGreaterThanOrEqualTo(situation.atLeast());
    }

    @ParameterizedTest
    @EnumSource(CaseFamily.class)
    void aBudgetAllowsZeroToThreeDisruptions(CaseFamily family) {
        assertThat(casesOf(family))
                .noneMatch(one -> anyBudget(one, each -> allowed(each) < 0 || allowed(each) > 3));
    }
}
