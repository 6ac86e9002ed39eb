package dev.berth.app.config;

import dev.berth.config.Configuration;
import dev.berth.engine.decide.Decider;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ProfileSpec.Use;
import dev.berth.model.json.Json;
import dev.berth.spi.ExtensionPoint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The effective plugins of a profile at each extension point, in order, with their origin.
///
/// @param arguments the arguments of the enabled plugins that have any
record PluginsInForce(
        String schedulerName,
        int percentageOfNodesToScore,
        List<Row> rows,
        Map<String, Json> arguments) {
    /// @param weight the weight of scores; 0 at other extension points
    record Row(ExtensionPoint point, String plugin, long weight, String from) {}

    static List<PluginsInForce> of(Configuration configuration) {
        try (var decider = new Decider(configuration.profiles())) {
            var all = new ArrayList<PluginsInForce>();
            for (int i = 0; i < configuration.schedulers().size(); i++) {
                Configuration.Scheduler scheduler = configuration.schedulers().get(i);
                all.add(
                        new PluginsInForce(
                                scheduler.spec().schedulerName(),
                                scheduler.spec().percentageOfNodesToScore(),
                                rows(scheduler, decider),
                                arguments(configuration.written(), i)));
            }
            return all;
        }
    }

    private static List<Row> rows(Configuration.Scheduler scheduler, Decider decider) {
        ProfileSpec spec = scheduler.spec();
        var rows = new ArrayList<Row>();
        for (ExtensionPoint point : ExtensionPoint.values()) {
            for (Use use : decider.plugins(spec.schedulerName(), point)) {
                rows.add(new Row(point, use.name(), use.weight(), from(use, point, scheduler)));
            }
        }
        return rows;
    }

    private static String from(Use use, ExtensionPoint point, Configuration.Scheduler scheduler) {
        boolean listed =
                scheduler.spec().at(point).enabled().stream()
                        .anyMatch(each -> each.name().equals(use.name()));
        if (listed) {
            return point.key();
        }
        return scheduler.chosen().contains(use.name()) ? "multiPoint" : "default";
    }

    private static Map<String, Json> arguments(Json.Obj written, int profile) {
        var arguments = new LinkedHashMap<String, Json>();
        if (written.at("profiles", Integer.toString(profile), "pluginConfig").orElse(Json.Arr.EMPTY)
                instanceof Json.Arr(var entries)) {
            for (Json entry : entries) {
                Json args = entry.at("args").orElse(Json.Obj.EMPTY);
                arguments.put(
                        entry.textAt("name").orElse(""),
                        args instanceof Json.Obj object
                                ? object.without("apiVersion").without("kind")
                                : args);
            }
        }
        return arguments;
    }

    Json.Obj json() {
        var points = new LinkedHashMap<String, List<Json>>();
        for (Row row : rows) {
            var entry = Json.Obj.builder().put("plugin", row.plugin());
            if (row.weight() != 0) {
                entry.put("weight", row.weight());
            }
            points.computeIfAbsent(row.point().key(), key -> new ArrayList<>())
                    .add(entry.put("from", row.from()).build());
        }
        var lists = Json.Obj.builder();
        points.forEach((point, entries) -> lists.put(point, new Json.Arr(entries)));
        var args = Json.Obj.builder();
        arguments.forEach(args::put);
        return Json.Obj.builder()
                .put("schedulerName", schedulerName)
                .put("percentageOfNodesToScore", percentageOfNodesToScore)
                .put("points", lists.build())
                .put("arguments", args.build())
                .build();
    }
}
