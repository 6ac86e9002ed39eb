package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// The rules of secrets.
final class SecretRules implements KindRule {
    private static final Path DATA = Path.of("data");

    /// The required keys of the known secret types.
    private static final Map<String, List<String>> NEEDED =
            Map.of(
                    "kubernetes.io/tls", List.of("tls.crt", "tls.key"),
                    "kubernetes.io/basic-auth", List.of("username", "password"),
                    "kubernetes.io/ssh-auth", List.of("ssh-privatekey"),
                    "kubernetes.io/dockercfg", List.of(".dockercfg"),
                    "kubernetes.io/dockerconfigjson", List.of(".dockerconfigjson"));

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        Json.Obj tree = setIfAbsent(object, "type", "Opaque");
        for (var entry : Path.of("stringData").object(tree).fields().entrySet()) {
            if (entry.getValue() instanceof Json.Str(var text)) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                tree =
                        DATA.then(entry.getKey())
                                .set(tree, Base64.getEncoder().encodeToString(bytes));
            }
        }
        return tree.without("stringData");
    }

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        Json.Obj data = DATA.object(object);
        FieldErrors.sorted(data).forEach(key -> out.configKey("data[" + key + "]", key));
        List<String> needed = NEEDED.getOrDefault(Path.of("type").text(object), List.of());
        boolean some = needed.stream().anyMatch(data.fields()::containsKey);
        for (String key : needed) {
            boolean either = Path.of("type").text(object).endsWith("/basic-auth") && some;
            if (!data.fields().containsKey(key) && !either) {
                out.required("data[" + key + "]");
            }
        }
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        out.immutable("type", Path.of("type"), before, after);
        ImmutableFields.check(before, after, List.of("data"), out);
        check(after, out);
    }
}
