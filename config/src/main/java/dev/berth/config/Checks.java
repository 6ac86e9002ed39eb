package dev.berth.config;

import dev.berth.config.ConfigurationException.Problem;
import dev.berth.model.GoDuration;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.spi.ExtensionPoint;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Validates a configuration after decoding (kube-scheduler: `ValidateKubeSchedulerConfiguration`).
final class Checks {
    private static final Set<String> GONE =
            Set.of("AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits");
    private static final String WAS_INVALID =
            "was invalid in version \"v1\" (KubeSchedulerConfiguration is version \"%s\")"
                    .formatted(Document.API_VERSION);

    private final Document document;
    private final Settings settings;
    private final ConfigurationProblems findings;

    private Checks(Document document, Settings settings, ConfigurationProblems findings) {
        this.document = document;
        this.settings = settings;
        this.findings = findings;
    }

    static void check(Document document, Settings settings, ConfigurationProblems findings) {
        var checks = new Checks(document, settings, findings);
        checks.client();
        if (settings.leaderElection().leaderElect()) {
            checks.leaderElection(settings.leaderElection());
        }
        checks.numbers();
        checks.profiles();
        checks.queueSort();
    }

    /// The problems that kube-scheduler reports only when it starts leader election.
    static List<Problem> atStart(Settings settings) {
        Settings.LeaderElection election = settings.leaderElection();
        Duration least = election.retryPeriod().multipliedBy(12).dividedBy(10);
        return !election.leaderElect() || election.renewDeadline().compareTo(least) > 0
                ? List.of()
                : List.of(
                        new Problem(
                                JsonPath.ROOT.field("leaderElection").field("renewDeadline"),
                                "leaderElection.renewDeadline: Invalid value: \"%s\": must be greater than 1.2 times retryPeriod, which is %s"
                                        .formatted(
                                                GoDuration.text(election.renewDeadline()),
                                                GoDuration.text(election.retryPeriod()))));
    }

    private void client() {
        int burst = settings.clientConnection().burst();
        if (burst < 0) {
            findings.invalid(
                    JsonPath.ROOT.field("clientConnection").field("burst"),
                    burst,
                    "must be non-negative");
        }
    }

    private void leaderElection(Settings.LeaderElection election) {
        JsonPath at = JsonPath.ROOT.field("leaderElection");
        positive(at.field("leaseDuration"), election.leaseDuration());
        positive(at.field("renewDeadline"), election.renewDeadline());
        positive(at.field("retryPeriod"), election.retryPeriod());
        if (election.leaseDuration().compareTo(election.renewDeadline()) <= 0) {
            // Parity: the message shows renewDeadline as the value.
            findings.invalid(
                    at.field("leaseDuration"),
                    election.renewDeadline(),
                    "must be greater than `RenewDeadline`");
        }
        given(at.field("resourceLock"), election.resourceLock());
        given(at.field("resourceNamespace"), election.resourceNamespace());
        given(at.field("resourceName"), election.resourceName());
        if (!election.resourceLock().equals("leases")) {
            findings.invalid(
                    at.field("resourceLock"),
                    election.resourceLock(),
                    "resourceLock value must be \"leases\"");
        }
    }

    private void positive(JsonPath at, Duration duration) {
        if (!duration.isPositive()) {
            findings.invalid(at, duration, "must be greater than zero");
        }
    }

    private void given(JsonPath at, String text) {
        if (text.isEmpty()) {
            findings.required(at, "");
        }
    }

    private void numbers() {
        JsonPath root = JsonPath.ROOT;
        if (settings.parallelism() <= 0) {
            findings.invalid(
                    root.field("parallelism"),
                    settings.parallelism(),
                    "should be an integer value greater than zero");
        }
        percentage(root, settings.percentageOfNodesToScore());
        long first = settings.podInitialBackoffSeconds();
        if (first <= 0) {
            findings.invalid(
                    root.field("podInitialBackoffSeconds"), first, "must be greater than 0");
        }
        if (settings.podMaxBackoffSeconds() < first) {
            findings.invalid(
                    root.field("podMaxBackoffSeconds"),
                    settings.podMaxBackoffSeconds(),
                    "must be greater than or equal to PodInitialBackoffSeconds");
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
            String name = document.schedulerName(profile);
            given(at.field("schedulerName"), name);
            if (!names.add(name)) {
                findings.duplicate(at.field("schedulerName"), name);
            }
            profile.percentageOfNodesToScore().ifPresent(given -> percentage(at, given));
            plugins(name, profile.points(), at.field("plugins"));
            pluginConfig(profile, at.field("pluginConfig"));
        }
    }

    private void plugins(String schedulerName, Document.Points points, JsonPath at) {
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
        // Parity: in multiPoint, removed plugins are reported only when the profiles are created.
        List<Document.Named> anywhere = points.multiPoint().enabled();
        for (int i = 0; i < anywhere.size(); i++) {
            if (GONE.contains(anywhere.get(i).name())) {
                findings.add(
                        at.field(Document.Points.MULTI_POINT).field("enabled").element(i),
                        "initializing profiles: creating profile for scheduler name %s: PreFilterPlugin \"%s\" does not exist"
                                .formatted(schedulerName, anywhere.get(i).name()));
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

    /// All profiles share one queue, so they must use the same queue sort plugin.
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
            if (!isSame(other.points().queueSort(), sorters)) {
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

    private static boolean isSame(Document.Plugins one, Document.Plugins other) {
        return one.uses().equals(other.uses()) && one.disabledNames().equals(other.disabledNames());
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
