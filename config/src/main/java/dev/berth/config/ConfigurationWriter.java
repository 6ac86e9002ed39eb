package dev.berth.config;

import dev.berth.model.GoDuration;
import dev.berth.model.json.Json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/// Writes a completed configuration in kube-scheduler's form.
final class ConfigurationWriter {
    /// A profile with its defaults merged.
    ///
    /// @param arguments the arguments of the enabled plugins
    record Completed(
            Document.Scheduler given,
            String schedulerName,
            Map<String, Document.Plugins> plugins,
            Map<String, Json> arguments) {}

    private ConfigurationWriter() {}

    static Json.Obj json(Settings settings, ExtenderSettings extenders, List<Completed> profiles) {
        var out =
                Json.Obj.builder()
                        .put("apiVersion", Document.API_VERSION)
                        .put("clientConnection", json(settings.clientConnection()));
        if (settings.delayCacheUntilActive()) {
            out.put("delayCacheUntilActive", true);
        }
        return out.put("enableContentionProfiling", settings.enableContentionProfiling())
                .put("enableProfiling", settings.enableProfiling())
                .putUnlessEmpty("extenders", extenders.json())
                .put("kind", Document.KIND)
                .put("leaderElection", json(settings.leaderElection()))
                .put("parallelism", settings.parallelism())
                .put("percentageOfNodesToScore", settings.percentageOfNodesToScore())
                .put("podInitialBackoffSeconds", settings.podInitialBackoffSeconds())
                .put("podMaxBackoffSeconds", settings.podMaxBackoffSeconds())
                .put(
                        "profiles",
                        new Json.Arr(
                                profiles.stream().<Json>map(ConfigurationWriter::profile).toList()))
                .build();
    }

    private static Json.Obj json(Settings.ClientConnection connection) {
        return Json.Obj.builder()
                .put("acceptContentTypes", connection.acceptContentTypes())
                .put("burst", connection.burst())
                .put("contentType", connection.contentType())
                .put("kubeconfig", connection.kubeconfig())
                .put("qps", number(connection.qps()))
                .build();
    }

    private static Json.Num number(float value) {
        BigDecimal decimal = new BigDecimal(Float.toString(value)).stripTrailingZeros();
        return new Json.Num(decimal.scale() < 0 ? decimal.toPlainString() : decimal.toString());
    }

    private static Json.Obj json(Settings.LeaderElection election) {
        return Json.Obj.builder()
                .put("leaderElect", election.leaderElect())
                .put("leaseDuration", GoDuration.text(election.leaseDuration()))
                .put("renewDeadline", GoDuration.text(election.renewDeadline()))
                .put("resourceLock", election.resourceLock())
                .put("resourceName", election.resourceName())
                .put("resourceNamespace", election.resourceNamespace())
                .put("retryPeriod", GoDuration.text(election.retryPeriod()))
                .build();
    }

    private static Json.Obj profile(Completed profile) {
        var out = Json.Obj.builder();
        profile.given()
                .percentageOfNodesToScore()
                .ifPresent(percentage -> out.put("percentageOfNodesToScore", percentage));
        var plugins = Json.Obj.builder();
        new TreeMap<>(profile.plugins()).forEach((point, set) -> plugins.put(point, json(set)));
        return out.putUnlessEmpty("pluginConfig", arguments(profile.arguments()))
                .put("plugins", plugins.build())
                .put("schedulerName", profile.schedulerName())
                .build();
    }

    private static Json.Arr arguments(Map<String, Json> arguments) {
        var entries = new ArrayList<Json>();
        new TreeMap<>(arguments)
                .forEach((plugin, args) ->
                        entries.add(
                                Json.Obj.builder()
                                        .put("args", sorted(args))
                                        .put("name", plugin)
                                        .build()));
        return new Json.Arr(entries);
    }

    private static Json.Obj json(Document.Plugins plugins) {
        return Json.Obj.builder()
                .putUnlessEmpty("disabled", names(plugins.disabled(), named -> 0))
                .putUnlessEmpty("enabled", names(plugins.enabled(), Document.Named::weight))
                .build();
    }

    private static Json.Arr names(
            List<Document.Named> plugins, ToLongFunction<Document.Named> weight) {
        var entries = new ArrayList<Json>();
        for (Document.Named plugin : plugins) {
            entries.add(
                    Json.Obj.builder()
                            .put("name", plugin.name())
                            .put("weight", weight.applyAsLong(plugin))
                            .build());
        }
        return new Json.Arr(entries);
    }

    private static Json sorted(Json json) {
        return switch (json) {
            case Json.Obj(var fields) -> {
                var out = Json.Obj.builder();
                new TreeMap<>(fields).forEach((name, field) -> out.put(name, sorted(field)));
                yield out.build();
            }
            case Json.Arr(var elements) ->
                    new Json.Arr(elements.stream().map(ConfigurationWriter::sorted).toList());
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> json;
        };
    }
}
