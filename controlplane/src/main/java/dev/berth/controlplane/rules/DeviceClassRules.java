package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.LabelSyntax;
import dev.berth.model.json.Json;

import java.util.List;

/// The rules of device classes.
final class DeviceClassRules implements KindRule {
    private static final String NATIVE = "kubernetes.io/";
    private static final String NO_DOMAIN =
            "a name must be a domain-prefixed path, such as 'example.com/my-prop'";

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        DeviceChecks.selectors("spec.selectors", Path.of("spec", "selectors").items(object), out);
        List<Json> configs = Path.of("spec", "config").items(object);
        if (!DeviceChecks.tooMany("spec.config", configs.size(), DeviceChecks.MAX_ITEMS, out)) {
            for (int i = 0; i < configs.size(); i++) {
                DeviceChecks.configuration("spec.config[" + i + "]", configs.get(i), out);
            }
        }
        Path resource = Path.of("spec", "extendedResourceName");
        if (resource.in(object)) {
            extendedResource("spec.extendedResourceName", resource.text(object), out);
        }
    }

    private static void extendedResource(String field, String name, FieldErrors out) {
        if (name.indexOf('/') < 0) {
            out.invalid(field, name, NO_DOMAIN);
            LabelSyntax.ofKey(name).forEach(why -> out.invalid(field, name, why));
        } else if (name.startsWith(NATIVE) || name.contains("." + NATIVE)) {
            out.invalid(field, name, "must not have \"kubernetes.io/\" domain");
        } else if (name.startsWith("requests.")) {
            out.invalid(field, name, "must not have \"requests.\" prefix");
        } else {
            LabelSyntax.ofKey(name).forEach(why -> out.invalid(field, name, why));
        }
    }
}
