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

/// The shared state of a case that is being generated.
final class CaseDraft {
    static final List<String> NAMESPACES = List.of("default", "blue", "green");

    final CaseFamily family;
    final SeededRandom random;

    /// The names of the nodes, existing or only referenced.
    final List<String> nodes = new ArrayList<>();

    /// The nodes on which a pod is being deleted in favor of another pod, or appears to be.
    final List<String> clearing = new ArrayList<>();

    /// Whether the case uses extreme values. Few cases do so in all fields at once.
    final boolean limits;

    /// Whether the nodes are so full that most pending pods do not fit.
    final boolean crowded;

    /// Whether most nodes run the same pods.
    final boolean twins;

    /// The theme that rejects pods on crowded nodes, if it is not the lack of resources.
    private final @Nullable CaseTheme quarrel;

    /// Whether each placed pod counts when the next pod is decided.
    final boolean sequence;

    /// Whether every node has every topology label, so that constraints fail for other reasons.
    final boolean labeled;

    /// The resources besides CPU, memory and ephemeral storage that most nodes of this cluster
    /// have.
    final List<String> devices;

    /// The injected error, if there is one.
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
        this.labeled = random.chance(60);
        this.devices = random.some(ResourceAmounts.OTHERS, random.between(1, 4));
        this.trouble = knows(CaseTheme.VOLUMES) ? ErrorInjection.of(random) : ErrorInjection.NONE;
    }

    /// The themes that are left out. Rejections work best in combinations of few themes: with all
    /// themes at once, no eviction helps.
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

    /// Whether the current object uses a theme.
    boolean has(CaseTheme theme) {
        return random.chance(
                quarrelsOver(theme) ? 90 : left.contains(theme) ? 0 : family.percent(theme));
    }

    /// Whether the case uses the theme at all.
    boolean knows(CaseTheme theme) {
        return quarrelsOver(theme) || !left.contains(theme) && family.percent(theme) > 0;
    }

    /// Whether the nodes are full and only resources are insufficient.
    boolean full() {
        return crowded && quarrel == null;
    }

    /// Whether pods reject each other on nodes with free resources; such pods match more often than
    /// at random.
    boolean quarrels() {
        return quarrel != null;
    }

    /// Whether pods reject each other by this theme on nodes with free resources.
    boolean quarrelsOver(CaseTheme theme) {
        return quarrel == theme;
    }

    /// An existing node, or occasionally one that does not exist.
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
