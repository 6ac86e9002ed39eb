package dev.berth.harness.conformance;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.Json.Str;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The values of a case, one line each, for the conditions of an explanation: `pod.` for the
/// evaluated pod, `earlier.` for the pods before it in a sequence, `config.`, and the kind for
/// objects. The path has no indexes: `Pod.status.containerStatuses.resources.requests.cpu=1`. For a
/// pod of the objects without a start time, there is the line `Pod.status.startTime=absent`.
final class CaseLines {
    private final Set<String> lines = new LinkedHashSet<>();

    /// @param pod the number of the evaluated pod
    CaseLines(Obj input, int pod) {
        List<Json> pods = list(input, "pods");
        for (int i = 0; i <= pod && i < pods.size(); i++) {
            add(i == pod ? "pod" : "earlier", pods.get(i));
        }
        for (Json object : list(input, "objects")) {
            String kind = object.textAt("kind").orElse("");
            add(kind, object);
            if (kind.equals("Pod") && object.at("status", "startTime").isEmpty()) {
                lines.add("Pod.status.startTime=absent");
            }
        }
        input.field("config").ifPresent(config -> add("config", config));
    }

    boolean has(Pattern line) {
        return lines.stream().anyMatch(each -> line.matcher(each).matches());
    }

    private void add(String path, Json value) {
        switch (value) {
            case Obj all -> {
                if (all.fields().isEmpty()) {
                    lines.add(path + "={}");
                }
                all.fields().forEach((name, each) -> add(path + "." + name, each));
            }
            case Arr(List<Json> elements) -> elements.forEach(each -> add(path, each));
            case Str(String text) -> lines.add(path + "=" + text);
            case Json.Num _, Json.Bool _, Json.Null _ -> lines.add(path + "=" + value.text());
        }
    }

    private static List<Json> list(Obj input, String field) {
        return input.field(field).orElse(Arr.EMPTY) instanceof Arr(List<Json> elements)
                ? elements
                : List.of();
    }
}
