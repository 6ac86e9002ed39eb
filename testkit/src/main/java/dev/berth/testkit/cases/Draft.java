package dev.berth.testkit.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What the parts of a case under construction share.
final class Draft {
    static final List<String> NAMESPACES = List.of("default", "blue", "green");

    final Family family;
    final Dice dice;

    /// Names of nodes, running or only spoken of.
    final List<String> nodes = new ArrayList<>();

    /// Whether the case as a whole goes to the limits: few cases do it in everything at once.
    final boolean limits;

    /// Whether every node carries every topology label, so that constraints fail for other reasons.
    final boolean labelled;

    /// The resources beyond cpu, memory and ephemeral storage that this cluster mostly has.
    final List<String> devices;

    Draft(Family family, Dice dice) {
        this.family = family;
        this.dice = dice;
        this.limits = dice.chance(family.percent(Theme.LIMITS));
        this.labelled = dice.chance(60);
        this.devices = dice.some(Amounts.OTHERS, dice.between(1, 4));
    }

    /// Whether the object at hand takes part in a theme.
    boolean has(Theme theme) {
        return dice.chance(family.percent(theme));
    }

    /// Whether the family knows the theme at all.
    boolean knows(Theme theme) {
        return family.percent(theme) > 0;
    }

    /// A node that is there, or now and then one that is not.
    String anyNode() {
        return nodes.isEmpty() || dice.chance(4) ? "gone" : dice.oneOf(nodes);
    }

    static ObjBuilder object(String apiVersion, String kind, Obj metadata) {
        return Obj.builder()
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("metadata", metadata);
    }

    static Arr texts(List<String> values) {
        return new Arr(values.stream().<Json>map(Json::of).toList());
    }

    static Obj texts(Map<String, String> values) {
        var map = Obj.builder();
        values.forEach(map::put);
        return map.build();
    }
}
