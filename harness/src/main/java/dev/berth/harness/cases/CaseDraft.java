package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// What the parts of a case under construction share.
final class CaseDraft {
    static final List<String> NAMESPACES = List.of("default", "blue", "green");

    final CaseFamily family;
    final SeededRandom random;

    /// Names of nodes, running or only spoken of.
    final List<String> nodes = new ArrayList<>();

    /// Nodes on which a pod has to go for the sake of another, or seems to.
    final List<String> clearing = new ArrayList<>();

    /// Whether the case as a whole goes to the limits: few cases do it in everything at once.
    final boolean limits;

    /// Whether so much runs on every node that most pods to decide find no place.
    final boolean crowded;

    /// Whether all nodes run the same, as a rule.
    final boolean twins;

    /// What keeps pods off crowded nodes where it is not the lack of room.
    private final @Nullable CaseTheme quarrel;

    /// Whether each pod placed counts when the next is decided.
    final boolean sequence;

    /// Whether every node carries every topology label, so that constraints fail for other reasons.
    final boolean labelled;

    /// The resources beyond cpu, memory and ephemeral storage that this cluster mostly has.
    final List<String> devices;

    /// What makes attempts fail, if anything about volumes does.
    final ErrorInjection trouble;

    private final Set<CaseTheme> left;

    CaseDraft(CaseFamily family, SeededRandom random) {
        this.family = family;
        this.random = random;
        this.left = leftOut(family, random);
        this.limits = random.chance(family.percent(CaseTheme.LIMITS));
        this.crowded = random.chance(family.percent(CaseTheme.CROWDED));
        this.quarrel =
                crowded && family.percent(CaseTheme.TWINS) > 0 && random.chance(30)
                        ? random.oneOf(CaseTheme.PORTS, CaseTheme.POD_AFFINITY, CaseTheme.SPREAD)
                        : null;
        this.twins = quarrel != null || crowded && has(CaseTheme.TWINS);
        this.sequence = family == CaseFamily.SEQUENCE || random.chance(15);
        this.labelled = random.chance(60);
        this.devices = random.some(ResourceAmounts.OTHERS, random.between(1, 4));
        this.trouble = knows(CaseTheme.VOLUMES) ? ErrorInjection.of(random) : ErrorInjection.NONE;
    }

    /// What keeps pods off nodes works best in small company: where everything is there at once, no
    /// eviction helps.
    private static Set<CaseTheme> leftOut(CaseFamily family, SeededRandom random) {
        var left = EnumSet.noneOf(CaseTheme.class);
        if (family == CaseFamily.PREEMPT) {
            Stream.of(
                            CaseTheme.PORTS,
                            CaseTheme.POD_AFFINITY,
                            CaseTheme.SPREAD,
                            CaseTheme.TAINTS,
                            CaseTheme.CORDONS,
                            CaseTheme.NODE_AFFINITY)
                    .filter(theme -> random.chance(60))
                    .forEach(left::add);
        }
        return left;
    }

    /// Whether the object at hand takes part in a theme.
    boolean has(CaseTheme theme) {
        return random.chance(
                quarrelsOver(theme) ? 90 : left.contains(theme) ? 0 : family.percent(theme));
    }

    /// Whether the case knows the theme at all.
    boolean knows(CaseTheme theme) {
        return quarrelsOver(theme) || !left.contains(theme) && family.percent(theme) > 0;
    }

    /// Whether nodes are full, and nothing but room is short.
    boolean full() {
        return crowded && quarrel == null;
    }

    /// Whether pods keep each other off nodes that have room: they meet more often than by chance.
    boolean quarrels() {
        return quarrel != null;
    }

    /// Whether there is room, but pods keep each other off the nodes by such means.
    boolean quarrelsOver(CaseTheme theme) {
        return quarrel == theme;
    }

    /// A node that is there, or now and then one that is not.
    String anyNode() {
        return nodes.isEmpty() || random.chance(4) ? "gone" : random.oneOf(nodes);
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
