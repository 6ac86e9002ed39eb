package dev.berth.sim.stage;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// A condition that an object must meet to be in a stage.
public sealed interface StageCondition {
    boolean holds(Json.Obj object);

    /// The field exists.
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

    /// The field has one of the values, as a string or as a literal.
    record In(Path path, List<String> values) implements StageCondition {
        @Override
        public boolean holds(Json.Obj object) {
            return path.find(object).filter(found -> values.contains(shown(found))).isPresent();
        }
    }

    /// The field has none of the values, or is absent.
    record NotIn(Path path, List<String> values) implements StageCondition {
        @Override
        public boolean holds(Json.Obj object) {
            return path.find(object).filter(found -> values.contains(shown(found))).isEmpty();
        }
    }

    /// The condition of this type has one of the statuses. An absent condition counts as `Unknown`.
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
