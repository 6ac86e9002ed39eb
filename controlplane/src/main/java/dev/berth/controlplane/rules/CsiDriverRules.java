package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.at;
import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// The rules of CSI drivers.
final class CsiDriverRules implements KindRule {
    private static final Path SPEC = Path.of("spec");

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        Json.Obj tree = SPEC.setIfAbsent(object, Json.Obj.EMPTY);
        tree = at(tree, SPEC, it -> setIfAbsent(it, "attachRequired", true));
        tree = at(tree, SPEC, it -> setIfAbsent(it, "fsGroupPolicy", "ReadWriteOnceWithFSType"));
        for (String name :
                List.of(
                        "podInfoOnMount",
                        "preventPodSchedulingIfMissing",
                        "requiresRepublish",
                        "seLinuxMount",
                        "storageCapacity")) {
            tree = at(tree, SPEC, it -> setIfAbsent(it, name, false));
        }
        return at(
                tree,
                SPEC,
                it -> setIfAbsent(it, "volumeLifecycleModes", Json.arr(Json.of("Persistent"))));
    }
}
