package dev.berth.harness.cases;

import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.ArrayList;
import java.util.List;

/// Generates valid and invalid scheduler configurations, with their flags.
///
/// A case is `{"id", "args", "text"}`. The values come from small lists with some invalid values.
/// Each case has its own probability of invalid values; a quarter of all cases have none.
public final class ConfigurationCases {
    private static final List<String> POINTS =
            List.of(
                    "preEnqueue",
                    "queueSort",
                    "preFilter",
                    "filter",
                    "postFilter",
                    "preScore",
                    "score",
                    "reserve",
                    "permit",
                    "preBind",
                    "bind",
                    "postBind",
                    "placementGenerate",
                    "placementScore");
    private static final List<String> PLUGINS =
            List.of(
                    "SchedulingGates",
                    "PrioritySort",
                    "NodeUnschedulable",
                    "NodeName",
                    "TaintToleration",
                    "NodeAffinity",
                    "NodePorts",
                    "NodeResourcesFit",
                    "VolumeRestrictions",
                    "NodeVolumeLimits",
                    "VolumeBinding",
                    "VolumeZone",
                    "PodTopologySpread",
                    "InterPodAffinity",
                    "DynamicResources",
                    "DefaultPreemption",
                    "NodeResourcesBalancedAllocation",
                    "ImageLocality",
                    "DefaultBinder",
                    "NodeDeclaredFeatures",
                    "GangScheduling",
                    "TopologyPlacementGenerator",
                    "PodGroupPodsCount");
    private static final List<String> WITH_ARGUMENTS =
            List.of(
                    "DefaultPreemption",
                    "DynamicResources",
                    "InterPodAffinity",
                    "NodeAffinity",
                    "NodeResourcesBalancedAllocation",
                    "NodeResourcesFit",
                    "PodTopologySpread",
                    "VolumeBinding");

    private final SeededRandom random;
    private final int wrong;

    private ConfigurationCases(SeededRandom random) {
        this.random = random;
        this.wrong = random.oneOf(0, 1, 3, 12);
    }

    public static Obj make(long seed, long index) {
        var maker = new ConfigurationCases(SeededRandom.of("configuration", seed, index));
        Obj document = maker.document();
        // A text that does not start with a brace is parsed as YAML.
        String text = (maker.random.chance(50) ? "# YAML\n" : "") + document.text();
        return Obj.builder()
                .put("id", "configuration-" + seed + "-" + index)
                .put("args", maker.flags())
                .put("text", text)
                .build();
    }

    private boolean maybe() {
        return random.chance(25);
    }

    private boolean mistake() {
        return random.chance(wrong);
    }

    private Json pick(List<?> right, List<?> wrongs) {
        Object value = mistake() ? random.oneOf(wrongs) : random.oneOf(right);
        return switch (value) {
            case Json json -> json;
            case String text -> Json.of(text);
            case Boolean truth -> Json.of(truth);
            case Number number -> new Json.Num(number.toString());
            default -> throw new IllegalArgumentException("no JSON: " + value);
        };
    }

    private void put(ObjBuilder out, String name, List<?> right, List<?> wrongs) {
        if (maybe()) {
            out.put(name, pick(right, wrongs));
        }
    }

    private void stray(ObjBuilder out) {
        if (random.chance(wrong / 2)) {
            out.put(random.oneOf("nonsense", "Name", "algorithmSource"), 1);
        }
    }

    private Obj document() {
        var out =
                Obj.builder()
                        .put(
                                "apiVersion",
                                random.chance(wrong / 3)
                                        ? random.oneOf("kubescheduler.config.k8s.io/v1beta3", "v1")
                                        : "kubescheduler.config.k8s.io/v1")
                        .put("kind", "KubeSchedulerConfiguration");
        put(out, "parallelism", List.of(1, 8, 64), List.of(0, -1, "x", 5_000_000_000L));
        put(out, "enableProfiling", List.of(true, false), List.of("no", 1));
        put(out, "enableContentionProfiling", List.of(true, false), List.of("no"));
        put(out, "percentageOfNodesToScore", List.of(0, 50, 100), List.of(-1, 101, true));
        put(out, "podInitialBackoffSeconds", List.of(1, 2, 5), List.of(0, -3, "1s"));
        put(out, "podMaxBackoffSeconds", List.of(10, 60, 5), List.of(0, 1, Json.arr()));
        put(out, "delayCacheUntilActive", List.of(true, false), List.of("true"));
        if (maybe()) {
            out.put("leaderElection", leaderElection());
        }
        if (maybe()) {
            out.put("clientConnection", clientConnection());
        }
        if (random.chance(85)) {
            out.put("profiles", profiles());
        }
        if (random.chance(30)) {
            out.put("extenders", list(1, 3, this::extender));
        }
        stray(out);
        return out.build();
    }

    private interface Maker {
        Json make();
    }

    private Arr list(int least, int max, Maker element) {
        var elements = new ArrayList<Json>();
        int count = random.few(least, max);
        for (int i = 0; i < count; i++) {
            elements.add(element.make());
        }
        return new Arr(elements);
    }

    private Obj leaderElection() {
        var out = Obj.builder();
        put(out, "leaderElect", List.of(true, true, false), List.of("yes"));
        put(out, "leaseDuration", List.of("15s", "1m", "30.5s"), List.of("5s", "-1s", 15, "1d"));
        put(out, "renewDeadline", List.of("10s", "9s", "0s"), List.of("15s", "2h", "-1s"));
        put(out, "retryPeriod", List.of("2s", "500ms"), List.of("-2s", ""));
        put(out, "resourceLock", List.of("leases", ""), List.of("endpoints", "configmaps"));
        put(out, "resourceName", List.of("mine", ""), List.of(3));
        put(out, "resourceNamespace", List.of("here", ""), List.of(Json.arr()));
        stray(out);
        return out.build();
    }

    private Obj clientConnection() {
        var out = Obj.builder();
        put(out, "acceptContentTypes", List.of("application/json", ""), List.of(1));
        put(out, "contentType", List.of("application/json", ""), List.of(false));
        put(out, "qps", List.of(0, 5, 0.5, 1000), List.of("5", "a"));
        put(out, "burst", List.of(0, 1, 200), List.of(-1, 1.5));
        stray(out);
        return out.build();
    }

    private Arr profiles() {
        int count = random.few(1, 3);
        List<String> names =
                random.some(List.of("default-scheduler", "batch", "gpu", "a b"), count);
        var profiles = new ArrayList<Json>();
        for (int i = 0; i < count; i++) {
            var out = Obj.builder();
            if (count > 1 && !mistake() || maybe()) {
                out.put(
                        "schedulerName",
                        mistake() ? random.oneOf("", "default-scheduler") : names.get(i));
            }
            put(out, "percentageOfNodesToScore", List.of(0, 30, 100), List.of(-5, 200));
            if (random.chance(60)) {
                out.put("plugins", plugins());
            }
            if (random.chance(60)) {
                out.put("pluginConfig", pluginConfig());
            }
            stray(out);
            profiles.add(out.build());
        }
        return new Arr(profiles);
    }

    private Obj plugins() {
        var out = Obj.builder();
        if (random.chance(60)) {
            out.put("multiPoint", pluginSet("multiPoint", PLUGINS));
        }
        for (String point : random.some(POINTS, random.few(0, 5))) {
            List<String> fitting = fitting(point);
            if (!fitting.isEmpty()) {
                out.put(point, pluginSet(point, fitting));
            }
        }
        stray(out);
        return out.build();
    }

    private static List<String> fitting(String point) {
        return switch (point) {
            case "preEnqueue" ->
                    List.of(
                            "SchedulingGates",
                            "DynamicResources",
                            "DefaultPreemption",
                            "GangScheduling");
            case "queueSort" -> List.of("PrioritySort");
            case "preFilter" ->
                    List.of(
                            "NodeAffinity",
                            "NodePorts",
                            "NodeResourcesFit",
                            "VolumeBinding",
                            "PodTopologySpread",
                            "InterPodAffinity");
            case "filter" ->
                    List.of(
                            "NodeUnschedulable",
                            "NodeName",
                            "TaintToleration",
                            "NodeAffinity",
                            "NodeResourcesFit",
                            "VolumeZone",
                            "DynamicResources");
            case "postFilter" -> List.of("DefaultPreemption", "DynamicResources");
            case "preScore" ->
                    List.of("TaintToleration", "NodeAffinity", "NodeResourcesFit", "VolumeBinding");
            case "score" ->
                    List.of(
                            "TaintToleration",
                            "NodeAffinity",
                            "NodeResourcesFit",
                            "ImageLocality",
                            "PodTopologySpread");
            case "reserve", "preBind" -> List.of("VolumeBinding", "DynamicResources");
            case "permit" -> List.of("GangScheduling");
            case "bind" -> List.of("DefaultBinder");
            case "placementGenerate" -> List.of("TopologyPlacementGenerator");
            case "placementScore" -> List.of("NodeResourcesFit", "PodGroupPodsCount");
            default -> List.of();
        };
    }

    private Obj pluginSet(String point, List<String> fitting) {
        var enabled = new ArrayList<Json>();
        List<String> names = new ArrayList<>(random.some(fitting, random.few(0, 4)));
        if (mistake()) {
            names.add(random.oneOf("Nonsense", "EBSLimits", random.oneOf(PLUGINS)));
        }
        for (String name : names) {
            enabled.add(named(name));
        }
        var disabled = new ArrayList<Json>();
        if (maybe()) {
            boolean all = random.chance(30) && !point.equals("multiPoint") && !point.equals("bind");
            List<String> off = all ? List.of("*") : random.some(PLUGINS, random.few(1, 4));
            for (String name : off) {
                boolean needed = name.equals("PrioritySort") || name.equals("DefaultBinder");
                if (!needed || mistake()) {
                    disabled.add(named(name));
                }
            }
        }
        return Obj.builder()
                .putUnlessEmpty("enabled", new Arr(enabled))
                .putUnlessEmpty("disabled", new Arr(disabled))
                .build();
    }

    private Obj named(String name) {
        var out = Obj.builder().put("name", name);
        put(out, "weight", List.of(0, 1, 5, 100), List.of("1", 3_000_000_000L, 2_147_483_647));
        return out.build();
    }

    private Arr pluginConfig() {
        List<String> names = new ArrayList<>(random.some(WITH_ARGUMENTS, random.between(1, 4)));
        if (maybe()) {
            names.add(random.oneOf("NodeName", "Nonsense", "GangScheduling"));
        }
        if (mistake()) {
            names.add(random.oneOf("InterPodAffinity", "EBSLimits"));
        }
        var entries = new ArrayList<Json>();
        for (String name : names) {
            var entry = Obj.builder().put("name", name);
            if (mistake()) {
                entry.put("args", pick(List.of(5, "x"), List.of(Json.arr(), Json.Null.NULL)));
            } else if (random.chance(90)) {
                entry.put("args", arguments(name));
            }
            entries.add(entry.build());
        }
        return new Arr(entries);
    }

    private Obj arguments(String plugin) {
        var out = Obj.builder();
        if (maybe()) {
            out.put(
                    "kind",
                    mistake() ? random.oneOf("Nonsense", "NodeAffinityArgs") : plugin + "Args");
            out.put(
                    "apiVersion",
                    mistake()
                            ? "kubescheduler.config.k8s.io/v1beta2"
                            : "kubescheduler.config.k8s.io/v1");
        }
        switch (plugin) {
            case "DefaultPreemption" -> {
                put(out, "minCandidateNodesPercentage", List.of(1, 50, 100, 0), List.of(-1, 101));
                put(out, "minCandidateNodesAbsolute", List.of(1, 1000), List.of(-1, 0, "many"));
            }
            case "DynamicResources" -> {
                put(out, "filterTimeout", List.of("0s", "1m", "1.5s"), List.of("-1s", 5));
                put(out, "bindingTimeout", List.of("1s", "10m0s"), List.of("500ms", "0s", "never"));
            }
            case "InterPodAffinity" -> {
                put(out, "hardPodAffinityWeight", List.of(0, 1, 100), List.of(-1, 101, 1.5));
                put(out, "ignorePreferredTermsOfExistingPods", List.of(true, false), List.of("x"));
            }
            case "NodeAffinity" -> {
                if (random.chance(70)) {
                    out.put("addedAffinity", affinity());
                }
            }
            case "NodeResourcesBalancedAllocation" -> {
                if (random.chance(70)) {
                    out.put("resources", list(0, 3, () -> resource(List.of(1, 0), List.of(2, -1))));
                }
            }
            case "NodeResourcesFit" -> fit(out);
            case "PodTopologySpread" -> {
                boolean listed = random.chance(60);
                if (listed && !mistake()) {
                    out.put("defaultingType", "List");
                } else {
                    put(out, "defaultingType", List.of("System", ""), List.of("Lists"));
                }
                if (listed) {
                    out.put("defaultConstraints", list(0, 3, this::constraint));
                }
            }
            case "VolumeBinding" -> {
                put(out, "bindTimeoutSeconds", List.of(0, 1, 1200), List.of(-1, "10s"));
                if (mistake()) {
                    out.put("shape", list(1, 3, this::point));
                }
            }
            default -> out.put("anything", 1);
        }
        stray(out);
        return out.build();
    }

    private void fit(ObjBuilder out) {
        put(
                out,
                "ignoredResources",
                List.of(Json.arr(Json.of("example.com/gpu")), Json.arr()),
                List.of(Json.arr(Json.of("a b")), "x"));
        put(
                out,
                "ignoredResourceGroups",
                List.of(Json.arr(Json.of("example.com"))),
                List.of(Json.arr(Json.of("a/b")), Json.arr(Json.of(""))));
        if (random.chance(70)) {
            var strategy = Obj.builder();
            String type =
                    mistake()
                            ? random.oneOf("", "Least")
                            : random.oneOf(
                                    "LeastAllocated", "MostAllocated", "RequestedToCapacityRatio");
            strategy.put("type", type);
            if (random.chance(60)) {
                strategy.put(
                        "resources",
                        list(0, 3, () -> resource(List.of(0, 1, 100), List.of(-1, 101))));
            }
            if (type.equals("RequestedToCapacityRatio") != mistake()) {
                strategy.put("requestedToCapacityRatio", Obj.of("shape", list(1, 3, this::point)));
            }
            stray(strategy);
            out.put("scoringStrategy", strategy.build());
        }
    }

    private Obj resource(List<?> weights, List<?> wrongs) {
        var out =
                Obj.builder()
                        .put("name", random.oneOf("cpu", "memory", "example.com/gpu", "storage"));
        put(out, "weight", weights, wrongs);
        return out.build();
    }

    private int last;

    private Obj point() {
        last =
                mistake()
                        ? random.between(-5, 120)
                        : Math.min(100, last % 100 + random.between(1, 30));
        return Obj.builder()
                .put("utilization", last)
                .put("score", pick(List.of(0, 5, 10), List.of(-1, 11)))
                .build();
    }

    private Obj constraint() {
        var out = Obj.builder();
        if (!mistake()) {
            out.put("maxSkew", pick(List.of(1, 5), List.of(0, -1)));
        }
        if (!mistake()) {
            out.put(
                    "topologyKey",
                    pick(List.of("zone", WellKnownLabels.HOSTNAME, "rack"), List.of("a b", "")));
        }
        if (!mistake()) {
            out.put(
                    "whenUnsatisfiable",
                    pick(List.of("DoNotSchedule", "ScheduleAnyway"), List.of("Never", "")));
        }
        if (mistake()) {
            out.put("labelSelector", Obj.EMPTY);
        }
        put(out, "minDomains", List.of(1, 3), List.of("x"));
        put(out, "nodeAffinityPolicy", List.of("Honor", "Ignore"), List.of(1));
        put(out, "nodeTaintsPolicy", List.of("Honor", "Ignore"), List.of(1));
        put(out, "matchLabelKeys", List.of(Json.arr(Json.of("app"))), List.of("app"));
        return out.build();
    }

    private Obj affinity() {
        var out = Obj.builder();
        if (random.chance(60)) {
            out.put(
                    "requiredDuringSchedulingIgnoredDuringExecution",
                    Obj.of("nodeSelectorTerms", list(1, 3, this::term)));
        }
        if (random.chance(40)) {
            out.put(
                    "preferredDuringSchedulingIgnoredDuringExecution",
                    list(
                            1,
                            3,
                            () ->
                                    Obj.builder()
                                            .put("weight", random.between(1, 100))
                                            .put("preference", term())
                                            .build()));
        }
        return out.build();
    }

    private Obj term() {
        var out = Obj.builder();
        if (random.chance(80)) {
            out.put("matchExpressions", list(1, 2, this::requirement));
        }
        if (maybe()) {
            out.put(
                    "matchFields",
                    Json.arr(
                            Obj.builder()
                                    .put("key", "metadata.name")
                                    .put("operator", pick(List.of("In", "NotIn"), List.of("Gt")))
                                    .put("values", Json.arr(Json.of("n1")))
                                    .build()));
        }
        return out.build();
    }

    private Obj requirement() {
        String operator = random.oneOf("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
        var out =
                Obj.builder()
                        .put("key", pick(List.of("zone", "example.com/disk"), List.of("a b", "")))
                        .put("operator", mistake() ? "Equals" : operator);
        boolean valued = !operator.endsWith("ist") && !operator.equals("Exists");
        if (valued != mistake()) {
            out.put(
                    "values",
                    operator.length() == 2 && !operator.equals("In")
                            ? Json.arr(pick(List.of("5", "-1"), List.of("x")))
                            : Json.arr(Json.of("a"), pick(List.of("b", ""), List.of("c d"))));
        }
        return out.build();
    }

    private Obj extender() {
        var out = Obj.builder();
        if (!mistake()) {
            out.put("urlPrefix", random.oneOf("http://127.0.0.1:8080", "https://x/y", ""));
        }
        put(out, "filterVerb", List.of("filter", ""), List.of(1));
        put(out, "preemptVerb", List.of("preempt"), List.of(true));
        if (maybe()) {
            out.put("prioritizeVerb", "prioritize");
            if (!mistake()) {
                out.put("weight", pick(List.of(1, 10), List.of(0, -1)));
            }
        } else {
            put(out, "weight", List.of(0, 3), List.of("3"));
        }
        if (random.chance(wrong + 5)) {
            out.put("bindVerb", "bind");
        }
        put(out, "enableHTTPS", List.of(true, false), List.of("x"));
        put(out, "httpTimeout", List.of("0s", "100ms", "1m30s"), List.of(5, "soon"));
        put(out, "nodeCacheCapable", List.of(true, false), List.of(0));
        put(out, "ignorable", List.of(true, false), List.of("no"));
        if (maybe()) {
            out.put("tlsConfig", tls());
        }
        if (random.chance(40)) {
            out.put("managedResources", list(1, 2, this::managed));
        }
        stray(out);
        return out.build();
    }

    private Obj tls() {
        var out = Obj.builder();
        put(out, "insecure", List.of(true, false), List.of("x"));
        put(out, "serverName", List.of("x", ""), List.of(1));
        if (mistake()) {
            out.put(random.oneOf("caFile", "certFile"), "/there/is/no/such/file");
        }
        if (mistake()) {
            out.put("caData", random.oneOf("%%", "aGVsbG8="));
        }
        return out.build();
    }

    private int managed;

    private Obj managed() {
        String name =
                mistake()
                        ? random.oneOf("cpu", "a b", "requests.x/y", "example.com/r0")
                        : "example.com/r" + managed++;
        var out = Obj.builder().put("name", name);
        put(out, "ignoredByScheduler", List.of(true, false), List.of(1));
        return out.build();
    }

    private Arr flags() {
        var flags = new ArrayList<Json>();
        if (random.chance(15)) {
            flags.add(Json.of("--leader-elect=" + random.oneOf("true", "false")));
        }
        if (random.chance(10)) {
            String time = mistake() ? random.oneOf("1s", "-1s") : "20s";
            flags.add(Json.of("--leader-elect-lease-duration=" + time));
        }
        if (random.chance(10)) {
            flags.add(Json.of("--leader-elect-resource-name=" + (mistake() ? "" : "other")));
        }
        if (random.chance(10)) {
            flags.add(Json.of("--kube-api-qps=7"));
            flags.add(Json.of("--profiling=false"));
        }
        if (random.chance(30)) {
            flags.add(
                    Json.of(
                            "--feature-gates="
                                    + random.oneOf(
                                            "NodeDeclaredFeatures=false,AllBeta=false",
                                            "StorageCapacityScoring=true",
                                            "DRASchedulerFilterTimeout=false",
                                            "DRADeviceBindingConditions=false",
                                            "GenericWorkload=true,GangScheduling=true",
                                            "GenericWorkload=true,TopologyAwareWorkloadScheduling=true",
                                            "AllAlpha=true",
                                            "AllBeta=false",
                                            "kube:VolumeLimitScaling=true")));
        }
        if (mistake()) {
            flags.add(
                    Json.of(
                            "--feature-gates="
                                    + random.oneOf(
                                            "Nonsense=true",
                                            "SchedulerQueueingHints=false",
                                            "GangScheduling=true,GenericWorkload=false",
                                            "NodeDeclaredFeatures")));
        }
        if (random.chance(15)) {
            flags.add(
                    Json.of("--emulated-version=" + random.oneOf("1.33", "1.34", "v1.35", "1.36")));
        }
        if (mistake()) {
            flags.add(Json.of("--emulated-version=" + random.oneOf("1.32", "1.37", "x", "1.35.1")));
        }
        return new Arr(flags);
    }
}
