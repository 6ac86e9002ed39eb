package dev.berth.harness.conformance;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Configurations in one file.
///
/// A line `=== name | --flag=value` starts a case; flags are optional. The text of the case
/// follows. The standard apiVersion and kind are added, unless the line starts with `===!`.
final class ConfigurationFile {
    private static final String HEAD =
            "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";

    private ConfigurationFile() {}

    static List<Obj> cases(Path file) throws IOException {
        var cases = new ArrayList<Obj>();
        String[] parts = ("\n" + Files.readString(file)).split("\n===", -1);
        for (String part : List.of(parts).subList(1, parts.length)) {
            int end = part.indexOf('\n');
            String line = end < 0 ? part : part.substring(0, end);
            String text = end < 0 ? "" : part.substring(end + 1) + "\n";
            boolean whole = line.startsWith("!");
            String[] words = line.substring(whole ? 1 : 0).split("\\|", 2);
            var flags = new ArrayList<Json>();
            if (words.length > 1) {
                for (String flag : words[1].strip().split(" ")) {
                    flags.add(Json.of(flag));
                }
            }
            cases.add(
                    Obj.builder()
                            .put("id", words[0].strip())
                            .put("args", new Json.Arr(flags))
                            .put("text", whole ? text : HEAD + text)
                            .build());
        }
        return cases;
    }
}
