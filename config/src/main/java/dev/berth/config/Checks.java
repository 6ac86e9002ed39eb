package dev.berth.config;

import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.spi.ExtensionPoint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What must hold in a configuration beyond its form.
final class Checks {
    private static final Set<String> GONE =
            Set.of("AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits");
    private static final String WAS_INVALID =
            "was invalid in version \"v1\" (KubeSchedulerConfiguration is version \"%s\")"
                    .formatted(Document.API_VERSION);

    private final Document document;
    private final Findings findings;

    private Checks(Document document, Findings findings) {
        this.document = document;
        this.findings = findings;
    }

    static void check(Document document, Findings findings) {
        var checks = new Checks(document, findings);
        checks.numbers();
        checks.profiles();
        checks.queueSort();
        if (!document.extenders().isEmpty()) {
            findings.add(
                    JsonPath.ROOT.field("extenders"),
                    "extenders: extenders are not supported yet; leave the list empty");
        }
    }

    private void numbers() {
        JsonPath root = JsonPath.ROOT;
        if (document.parallelism() <= 0) {
            findings.invalid(
                    root.field("parallelism"),
                    document.parallelism(),
                    "should be an integer value greater than zero");
        }
        percentage(root, document.percentageOfNodesToScore());
        long first = document.podInitialBackoffSeconds();
        if (first <= 0) {
            findings.invalid(
                    root.field("podInitialBackoffSeconds"), first, "must be greater than 0");
        }
        if (document.podMaxBackoffSeconds() < first) {
            findings.invalid(
                    root.field("podMaxBackoffSeconds"),
                    document.podMaxBackoffSeconds(),
                    "must be greater than or equal to PodInitialBackoffSeconds");
        }
        if (document.clientConnection().burst() < 0) {
            findings.invalid(
                    root.field("clientConnection").field("burst"),
                    document.clientConnection().burst(),
                    "must be non-negative");
        }
    }

    private void percentage(JsonPath at, int percentage) {
        if (percentage < 0 || percentage > 100) {
            findings.invalid(
                    at.field("percentageOfNodesToScore"), percentage, "not in valid range [0-100]");
        }
    }

    private static JsonPath profile(int index) {
        return JsonPath.ROOT.field("profiles").element(index);
    }

    private void profiles() {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < document.profiles().size(); i++) {
            Document.Scheduler profile = document.profiles().get(i);
            JsonPath at = profile(i);
            String name = profile.schedulerName();
            if (name.isEmpty() && document.profiles().size() > 1) {
                findings.required(at.field("schedulerName"), "");
            } else if (!names.add(name)) {
                findings.duplicate(at.field("schedulerName"), name);
            }
            profile.percentageOfNodesToScore().ifPresent(given -> percentage(at, given));
            plugins(profile.points(), at.field("plugins"));
            pluginConfig(profile, at.field("pluginConfig"));
        }
    }

    private void plugins(Document.Points points, JsonPath at) {
        for (ExtensionPoint point : ExtensionPoint.values()) {
            List<Document.Named> enabled = points.at(point).enabled();
            for (int i = 0; i < enabled.size(); i++) {
                if (GONE.contains(enabled.get(i).name())) {
                    findings.invalid(
                            at.field(point.key()).field("enabled").element(i),
                            enabled.get(i).name(),
                            WAS_INVALID);
                }
            }
        }
    }

    private void pluginConfig(Document.Scheduler profile, JsonPath at) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < profile.pluginConfig().size(); i++) {
            String name = profile.pluginConfig().get(i).name();
            if (!names.add(name)) {
                findings.duplicate(at.element(i), name);
            }
            if (GONE.contains(name)) {
                findings.invalid(at.element(i), name, WAS_INVALID);
            }
        }
    }

    /// All profiles share one queue, so pods must be sorted alike.
    private void queueSort() {
        Document.Scheduler first = document.profiles().getFirst();
        Document.Plugins sorters = first.points().queueSort();
        if (sorters.enabled().size() > 1) {
            findings.invalid(
                    profile(0).field("plugins").field("queueSort").field("Enabled"),
                    sorters.enabled().size(),
                    "only one queue sort plugin can be enabled");
        }
        Optional<String> sorter = sorters.enabled().stream().map(Document.Named::name).findFirst();
        for (int i = 1; i < document.profiles().size(); i++) {
            Document.Scheduler other = document.profiles().get(i);
            if (!other.points().queueSort().equals(sorters)) {
                findings.invalid(
                        profile(i).field("plugins").field("queueSort"),
                        json(other.points().queueSort()),
                        "must be the same for all profiles");
            }
            if (sorter.isPresent()) {
                for (Json args : differing(arguments(first, sorter.get()), other, sorter.get())) {
                    findings.invalid(
                            profile(i).field("pluginConfig").field("args"),
                            args,
                            "queueSort must be the same for all profiles");
                }
            }
        }
    }

    private static Json arguments(Document.Scheduler profile, String plugin) {
        return profile.pluginConfig().stream()
                .filter(each -> each.name().equals(plugin))
                .findFirst()
                .flatMap(Document.Arguments::args)
                .orElse(Json.Null.NULL);
    }

    private static List<Json> differing(Json args, Document.Scheduler profile, String plugin) {
        return profile.pluginConfig().stream()
                .filter(each -> each.name().equals(plugin))
                .map(each -> each.args().orElse(Json.Null.NULL))
                .filter(other -> !other.equals(args))
                .toList();
    }

    private static Json json(Document.Plugins plugins) {
        return Json.Obj.builder()
                .put("Enabled", json(plugins.enabled()))
                .put("Disabled", json(plugins.disabled()))
                .build();
    }

    private static Json json(List<Document.Named> plugins) {
        if (plugins.isEmpty()) {
            return Json.Null.NULL;
        }
        var entries = new ArrayList<Json>();
        for (Document.Named plugin : plugins) {
            entries.add(
                    Json.Obj.builder()
                            .put("Name", plugin.name())
                            .put("Weight", plugin.weight())
                            .build());
        }
        return new Json.Arr(entries);
    }
}
