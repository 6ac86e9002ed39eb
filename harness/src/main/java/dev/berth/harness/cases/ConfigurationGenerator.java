package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Generates scheduler configurations: profiles, the plugins of their extension points, and plugin
/// arguments.
final class ConfigurationGenerator {
    private static final List<String> FILTERS =
            List.of(
                    "NodeUnschedulable",
                    "NodeName",
                    "TaintToleration",
                    "NodeAffinity",
                    "NodePorts",
                    "NodeResourcesFit",
                    "PodTopologySpread",
                    "InterPodAffinity",
                    "NodeDeclaredFeatures");
    private static final List<String> PRE_FILTERS =
            List.of(
                    "NodeAffinity",
                    "NodePorts",
                    "NodeResourcesFit",
                    "PodTopologySpread",
                    "InterPodAffinity",
                    "NodeDeclaredFeatures");
    private static final List<String> SCORES =
            List.of(
                    "TaintToleration",
                    "NodeAffinity",
                    "NodeResourcesFit",
                    "PodTopologySpread",
                    "InterPodAffinity",
                    "NodeResourcesBalancedAllocation",
                    "ImageLocality");
    private static final List<String> PRE_SCORES =
            List.of(
                    "TaintToleration",
                    "NodeAffinity",
                    "NodeResourcesFit",
                    "PodTopologySpread",
                    "InterPodAffinity",
                    "NodeResourcesBalancedAllocation");

    private static final List<String> VOLUMES =
            List.of("VolumeRestrictions", "NodeVolumeLimits", "VolumeBinding", "VolumeZone");

    private final CaseDraft draft;
    private final SeededRandom random;
    private final SelectorGenerator selectors;
    private final List<String> names = new ArrayList<>();

    ConfigurationGenerator(CaseDraft draft, SelectorGenerator selectors) {
        this.draft = draft;
        this.random = draft.random;
        this.selectors = selectors;
        names.add("default-scheduler");
        if (draft.has(CaseTheme.PROFILES)) {
            names.addAll(random.some(List.of("batch", "packing", "gpu"), random.between(1, 2)));
        }
        if (names.size() > 1 && random.chance(15)) {
            names.removeFirst();
        }
    }

    /// The names of the profiles.
    List<String> names() {
        return names;
    }

    Obj config() {
        var profiles = new ArrayList<Json>();
        for (String name : names) {
            profiles.add(profile(name));
        }
        return Obj.builder()
                .put("apiVersion", "kubescheduler.config.k8s.io/v1")
                .put("kind", "KubeSchedulerConfiguration")
                .put("profiles", new Arr(profiles))
                .build();
    }

    private Obj profile(String name) {
        var plugins = new LinkedHashMap<String, Obj>();
        if (draft.knows(CaseTheme.NODE_NAME) && random.chance(10)) {
            // The Filter of NodeName rejects nodes only without its PreFilter.
            add(plugins, "preFilter", disabled("NodeName"));
        }
        // A plugin without its PreFilter or PreScore is an error, too, and one error per case is
        // enough.
        if (draft.has(CaseTheme.PLUGIN_SETS) && draft.trouble == ErrorInjection.NONE) {
            int changes = random.few(1, 3);
            for (int i = 0; i < changes; i++) {
                change(plugins);
            }
        }
        var profile = Obj.builder().put("schedulerName", name);
        var sets = Obj.builder();
        plugins.forEach(sets::put);
        profile.putUnlessEmpty("plugins", sets.build());
        profile.putUnlessEmpty("pluginConfig", arguments());
        return profile.build();
    }

    private void change(Map<String, Obj> plugins) {
        if (random.chance(draft.family == CaseFamily.PREEMPT ? 50 : 10)) {
            changePostFilters(plugins);
            return;
        }
        if (draft.knows(CaseTheme.VOLUMES)) {
            changeVolumes(plugins);
            return;
        }
        switch (random.between(0, 11)) {
            case 0 -> add(plugins, "filter", disabled(random.oneOf(FILTERS)));
            case 1 -> add(plugins, "preFilter", disabled(random.oneOf(PRE_FILTERS)));
            case 2 -> add(plugins, "score", disabled(random.oneOf(SCORES)));
            case 3 -> {
                String plugin =
                        random.chance(30)
                                ? "NodeResourcesBalancedAllocation"
                                : random.oneOf(PRE_SCORES);
                add(plugins, "preScore", disabled(plugin));
            }
            case 4 -> {
                String plugin = random.oneOf(PRE_FILTERS);
                add(plugins, "preFilter", disabled(plugin));
                add(plugins, "filter", disabled(plugin));
            }
            case 5 -> {
                // Reorders the plugins by name in this extension point; the others follow in their
                // order.
                plugins.putIfAbsent("filter", enabled(random.some(FILTERS, random.between(1, 4))));
            }
            case 6 ->
                    plugins.putIfAbsent("score", Obj.of("enabled", weighted(random.between(1, 4))));
            case 7 -> {
                plugins.putIfAbsent(
                        "score",
                        Obj.of("disabled", all()).with("enabled", weighted(random.between(0, 5))));
            }
            case 8 ->
                    plugins.putIfAbsent(
                            "multiPoint", Obj.of("enabled", weighted(random.between(1, 3))));
            case 9 ->
                    plugins.putIfAbsent(
                            "multiPoint",
                            disabled(random.oneOf(random.oneOf(FILTERS), random.oneOf(SCORES))));
            case 10 -> plugins.putIfAbsent("multiPoint", handPicked());
            default ->
                    add(
                            plugins,
                            random.oneOf("filter", "score", "preScore", "postFilter", "preEnqueue"),
                            Obj.of("disabled", all()));
        }
    }

    /// Changes the plugins that evaluate volumes.
    private void changeVolumes(Map<String, Obj> plugins) {
        if (random.chance(60)) {
            // These two plugins reject most of what the others could reject.
            String name = random.oneOf("VolumeBinding", "VolumeBinding", "VolumeRestrictions");
            add(plugins, "multiPoint", disabled(name));
            return;
        }
        String point =
                random.oneOf("multiPoint", "multiPoint", "multiPoint", "filter", "preFilter");
        for (String name : random.some(VOLUMES, random.few(1, 3))) {
            // Without PreFilter, the plugin fails in Reserve, which ends the case in a sequence.
            boolean halved = point.equals("preFilter") && name.equals("VolumeBinding");
            if (!(halved && draft.sequence)) {
                add(plugins, point, disabled(name));
            }
        }
    }

    /// Changes the PostFilter plugins and their order.
    private void changePostFilters(Map<String, Obj> plugins) {
        String preemption = "DefaultPreemption";
        String devices = "DynamicResources";
        switch (random.between(0, 5)) {
            case 0 -> add(plugins, "postFilter", disabled(preemption));
            case 1 -> add(plugins, "postFilter", disabled(devices));
            case 2 -> add(plugins, "multiPoint", disabled(preemption));
            case 3 -> {
                add(plugins, "multiPoint", disabled(preemption));
                add(plugins, "postFilter", enabled(List.of(preemption)));
            }
            case 4 -> add(plugins, "postFilter", enabled(List.of(preemption)));
            default -> {
                List<String> both = List.of(preemption, devices);
                Obj only = enabled(random.some(both, random.between(1, 2)));
                add(plugins, "postFilter", only.with("disabled", all()));
            }
        }
    }

    private static void add(Map<String, Obj> plugins, String point, Obj set) {
        plugins.merge(point, set, ConfigurationGenerator::join);
    }

    /// The entries of both sets; a plugin that is in both occurs once.
    private static Obj join(Obj first, Obj second) {
        Obj joined = first;
        for (String list : List.of("enabled", "disabled")) {
            var entries = new ArrayList<Json>();
            for (Obj set : List.of(first, second)) {
                if (set.field(list).orElse(Arr.EMPTY) instanceof Arr(List<Json> more)) {
                    more.stream().filter(each -> !entries.contains(each)).forEach(entries::add);
                }
            }
            if (!entries.isEmpty()) {
                joined = joined.with(list, new Arr(entries));
            }
        }
        return joined;
    }

    /// Disables everything except the listed plugins, in any order.
    private Obj handPicked() {
        var chosen = new ArrayList<Json>();
        for (String name : List.of("PrioritySort", "DefaultBinder", "SchedulingGates")) {
            chosen.add(Obj.of("name", Json.of(name)));
        }
        var others = new ArrayList<>(FILTERS);
        others.addAll(
                List.of("NodeResourcesBalancedAllocation", "ImageLocality", "DefaultPreemption"));
        for (String name : random.some(others, random.between(1, others.size()))) {
            chosen.add(entry(name));
        }
        return Obj.of("disabled", all()).with("enabled", new Arr(chosen));
    }

    private Arr weighted(int count) {
        return new Arr(random.some(SCORES, count).stream().<Json>map(this::entry).toList());
    }

    private Obj entry(String name) {
        Obj entry = Obj.of("name", Json.of(name));
        return random.chance(70) ? entry.with("weight", weight()) : entry;
    }

    private int weight() {
        return draft.limits
                ? random.oneOf(0, 1, 1_000_000, Integer.MAX_VALUE)
                : random.oneOf(0, 1, 2, 3, 5, 10, 100);
    }

    private static Obj enabled(List<String> names) {
        return Obj.of(
                "enabled",
                new Arr(names.stream().<Json>map(each -> Obj.of("name", Json.of(each))).toList()));
    }

    private static Obj disabled(String name) {
        return Obj.of("disabled", Json.arr(Obj.of("name", Json.of(name))));
    }

    private static Arr all() {
        return Json.arr(Obj.of("name", Json.of("*")));
    }

    private Arr arguments() {
        var configs = new ArrayList<Json>();
        if (draft.has(CaseTheme.ARGUMENTS)) {
            if (chosenForResources()) {
                configs.add(argumentsOf("NodeResourcesFit", fit()));
            }
            if (chosenForResources()) {
                configs.add(argumentsOf("NodeResourcesBalancedAllocation", balanced()));
            }
            if (chosen(CaseTheme.NODE_AFFINITY)) {
                Obj affinity = new AffinityGenerator(draft, selectors).ofNodes();
                if (readable(affinity)) {
                    configs.add(argumentsOf("NodeAffinity", Obj.of("addedAffinity", affinity)));
                }
            }
            if (chosen(CaseTheme.POD_AFFINITY)) {
                configs.add(argumentsOf("InterPodAffinity", podAffinity()));
            }
            if (chosen(CaseTheme.SPREAD)) {
                configs.add(argumentsOf("PodTopologySpread", spread()));
            }
            if (chosen(CaseTheme.PRIORITIES)) {
                configs.add(argumentsOf("DefaultPreemption", preemption()));
            }
        }
        return new Arr(random.some(configs, configs.size()));
    }

    private boolean chosenForResources() {
        return chosen(draft.knows(CaseTheme.DEVICES) ? CaseTheme.DEVICES : CaseTheme.RESOURCES);
    }

    private boolean chosen(CaseTheme theme) {
        return random.chance(draft.knows(theme) ? 60 : 8);
    }

    private static Obj argumentsOf(String plugin, Obj args) {
        return Obj.builder().put("name", plugin).put("args", args).build();
    }

    private Obj fit() {
        var args = Obj.builder();
        if (random.chance(25)) {
            args.put(
                    "ignoredResources",
                    CaseDraft.texts(
                            random.some(
                                    List.of("example.com/gpu", "other.io/nic", "hugepages-2Mi"),
                                    random.between(1, 2))));
        }
        if (random.chance(25)) {
            args.put(
                    "ignoredResourceGroups",
                    CaseDraft.texts(
                            random.some(
                                    List.of("example.com", "other.io", "node.kubernetes.io"), 1)));
        }
        if (random.chance(80)) {
            args.put("scoringStrategy", strategy());
        }
        return args.build();
    }

    private Obj strategy() {
        String type = random.oneOf("LeastAllocated", "MostAllocated", "RequestedToCapacityRatio");
        var strategy = Obj.builder().put("type", type);
        if (random.chance(75)) {
            strategy.put("resources", resources(true));
        }
        if (type.equals("RequestedToCapacityRatio")) {
            strategy.put("requestedToCapacityRatio", Obj.of("shape", shape()));
        }
        return strategy.build();
    }

    private Arr resources(boolean weights) {
        var names = new ArrayList<>(List.of("cpu", "memory", "ephemeral-storage"));
        names.addAll(ResourceAmounts.OTHERS);
        var resources = new ArrayList<Json>();
        int count = random.between(1, 4);
        List<String> chosen = random.chance(60) ? random.some(names, count) : names.subList(0, 2);
        if (draft.knows(CaseTheme.DEVICES) && random.chance(70)) {
            chosen = new ArrayList<>(chosen);
            chosen.addAll(random.some(GeneratedDevices.EXTENDED, random.few(1, 3)));
        }
        for (String name : chosen) {
            var resource = Obj.builder().put("name", name);
            if (random.chance(80)) {
                resource.put("weight", weights ? random.oneOf(1, 1, 2, 3, 5, 100) : 1);
            }
            resources.add(resource.build());
        }
        return new Arr(resources);
    }

    private Arr shape() {
        var points = new ArrayList<Json>();
        int utilization = random.oneOf(0, 0, 10, 50);
        int count = random.between(1, 4);
        for (int i = 0; i < count && utilization <= 100; i++) {
            points.add(
                    Obj.builder()
                            .put("utilization", utilization)
                            .put("score", random.between(0, 10))
                            .build());
            utilization += random.oneOf(1, 20, 50, 100);
        }
        return new Arr(points);
    }

    private Obj balanced() {
        return random.chance(85) ? Obj.of("resources", resources(false)) : Obj.EMPTY;
    }

    private Obj podAffinity() {
        var args = Obj.builder();
        if (random.chance(70)) {
            args.put("hardPodAffinityWeight", random.oneOf(0, 1, 5, 100));
        }
        if (random.chance(50)) {
            args.put("ignorePreferredTermsOfExistingPods", random.chance(75));
        }
        return args.build();
    }

    private Obj spread() {
        if (random.chance(15)) {
            return Obj.of("defaultingType", Json.of("System"));
        }
        ObjBuilder args = Obj.builder();
        Arr defaults = new SpreadGenerator(draft, selectors).defaults();
        args.putUnlessEmpty("defaultConstraints", defaults);
        return args.put("defaultingType", "List").build();
    }

    /// The number of sufficient candidates; a dry run evaluates all candidates.
    private Obj preemption() {
        var args = Obj.builder();
        int percentage = random.oneOf(0, 1, 10, 50, 100);
        if (random.chance(70)) {
            args.put("minCandidateNodesPercentage", percentage);
        }
        if (random.chance(70)) {
            int least = percentage == 0 ? 1 : 0;
            args.put(
                    "minCandidateNodesAbsolute", random.oneOf(least, 1, 5, 100, Integer.MAX_VALUE));
        }
        return args.build();
    }

    /// Whether all terms are valid; a configuration with an invalid term is rejected.
    private static boolean readable(Obj affinity) {
        String text = affinity.text();
        return !text.contains("-ssd-")
                && !text.contains("\"-1\"")
                && !text.contains("xxxx")
                && !text.contains("9999999")
                && !(text.contains("\"abc\"") && text.contains("\"Gt\""));
    }
}
