package dev.berth.sim.stage;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// One thing that must hold of an object for a stage to be its next.
public sealed interface StageCondition {
    boolean holds(Json.Obj object);

    /// Something is there.
    record Exists(Path path) implements StageCondition {
        @Override
        public boolean holds(Json.Obj object) {
            return path.in(object);
        }
    }

    record DoesNotExist(Path path) implements StageCondition {
        @Override
        public boolean holds(Json.Obj object) {
            return !path.in(object);
        }
    }

    /// One of the values is there, as text or as a literal.
    record In(Path path, List<String> values) implements StageCondition {
        @Override
        public boolean holds(Json.Obj object) {
            return path.find(object).filter(found -> values.contains(shown(found))).isPresent();
        }
    }

    /// None of the values is there; nothing at all is as good.
    record NotIn(Path path, List<String> values) implements StageCondition {
        @Override
        public boolean holds(Json.Obj object) {
            return path.find(object).filter(found -> values.contains(shown(found))).isEmpty();
        }
    }

    /// The condition of this type has one of these statuses; one that is missing is `Unknown`.
    record ConditionIs(String type, List<String> statuses) implements StageCondition {
        private static final Path CONDITIONS = Path.of("status", "conditions");

        @Override
        public boolean holds(Json.Obj object) {
            for (Json condition : CONDITIONS.items(object)) {
                if (Path.of("type").text(condition).equals(type)) {
                    return statuses.contains(Path.of("status").text(condition));
                }
            }
            return statuses.contains("Unknown");
        }
    }

    private static String shown(Json value) {
        return value instanceof Json.Str(var text) ? text : value.text();
    }
}
