package dev.berth.app.plugins;

import dev.berth.spi.ExtensionPoint;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The code of an extension point in a new plugin project.
///
/// Every method is a working example: the test of the project passes before its author changes it.
enum PointTemplate {
    PRE_ENQUEUE(
            ExtensionPoint.PRE_ENQUEUE,
            "PreEnqueue",
            List.of("dev.berth.model.Pod", "dev.berth.spi.Verdict", "dev.berth.spi.Reject"),
            """
                /// Gates pods before their first attempt.
                @Override
                public Verdict preEnqueue(Pod pod) {
                    return "gated".equals(pod.labels().get(args.label())) ? GATED : Verdict.PASS;
                }
            """),
    FILTER(
            ExtensionPoint.FILTER,
            "Filter",
            List.of(
                    "dev.berth.spi.PodCycle",
                    "dev.berth.spi.PreFilterResult",
                    "dev.berth.spi.Reject",
                    "dev.berth.spi.Verdict"),
            """
                /// Rejects the nodes on which the pod must not run. Compute what depends on the pod here,
                /// once for all nodes.
                @Override
                public PreFilterResult filterFor(PodCycle cycle) {
                    return PreFilterResult.of(
                            node ->
                                    node.label(args.label()).filter("excluded"::equals).isPresent()
                                            ? EXCLUDED
                                            : Verdict.PASS);
                }
            """),
    POST_FILTER(
            ExtensionPoint.POST_FILTER,
            "PostFilter",
            List.of(
                    "dev.berth.spi.Diagnosis",
                    "dev.berth.spi.Nomination",
                    "dev.berth.spi.PodCycle",
                    "dev.berth.spi.PostFilterVerdict",
                    "dev.berth.spi.Reject"),
            """
                /// Runs for a pod that fits on no node. A rejection continues with the next plugin.
                @Override
                public PostFilterVerdict postFilter(PodCycle cycle, Diagnosis diagnosis) {
                    return new PostFilterVerdict.Failure(Reject.unschedulable(), Nomination.KEEP);
                }
            """),
    SCORE(
            ExtensionPoint.SCORE,
            "Score",
            List.of(
                    "dev.berth.spi.NodeScorer",
                    "dev.berth.spi.NodeSet",
                    "dev.berth.spi.NodeView",
                    "dev.berth.spi.PodCycle",
                    "dev.berth.spi.PreScoreResult"),
            """
                /// Prefers the nodes with the highest value. highestIsBest normalizes the values to 0 to 100.
                @Override
                public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
                    return PreScoreResult.of(NodeScorer.highestIsBest(this::value));
                }

                private long value(NodeView node) {
                    return node.label(args.label()).map(NAME::parsed).orElse(0L);
                }

                /// A label that is no number counts as 0, so that a typo on one node does not fail all pods.
                private static long parsed(String value) {
                    try {
                        return Math.max(0, Long.parseLong(value));
                    } catch (NumberFormatException e) {
                        return 0;
                    }
                }
            """),
    RESERVE(
            ExtensionPoint.RESERVE,
            "Reserve",
            List.of(
                    "dev.berth.spi.NodeView",
                    "dev.berth.spi.Placement",
                    "dev.berth.spi.PodCycle",
                    "dev.berth.spi.Verdict",
                    "java.util.HashSet",
                    "java.util.Set"),
            """
                /// Only the scheduling thread calls reserve and unreserve, so the set needs no lock.
                private final Set<String> reserved = new HashSet<>();

                @Override
                public Verdict reserve(PodCycle cycle, NodeView node) {
                    reserved.add(cycle.pod().uid());
                    return Verdict.PASS;
                }

                @Override
                public void unreserve(Placement placement) {
                    reserved.remove(placement.pod().uid());
                }
            """),
    PERMIT(
            ExtensionPoint.PERMIT,
            "Permit",
            List.of(
                    "dev.berth.spi.NodeView",
                    "dev.berth.spi.PermitVerdict",
                    "dev.berth.spi.PodCycle"),
            """
                /// Allows the binding, denies it, or waits (PermitVerdict.Wait).
                @Override
                public PermitVerdict permit(PodCycle cycle, NodeView node) {
                    return PermitVerdict.ALLOW;
                }
            """),
    PRE_BIND(
            ExtensionPoint.PRE_BIND,
            "PreBind",
            List.of("dev.berth.spi.Placement", "dev.berth.spi.Verdict"),
            """
                /// Runs on a virtual thread, and can wait for the API server.
                @Override
                public Verdict preBind(Placement placement) {
                    return Verdict.PASS;
                }
            """),
    BIND(
            ExtensionPoint.BIND,
            "Bind",
            List.of("dev.berth.spi.BindVerdict", "dev.berth.spi.Placement"),
            """
                /// SKIP passes the pod to the next Bind plugin, such as DefaultBinder.
                @Override
                public BindVerdict bind(Placement placement) {
                    return BindVerdict.SKIP;
                }
            """),
    POST_BIND(
            ExtensionPoint.POST_BIND,
            "PostBind",
            List.of("dev.berth.spi.Placement"),
            """
                /// Informs the plugin about a bound pod.
                @Override
                public void postBind(Placement placement) {}
            """);

    private final ExtensionPoint point;
    private final String type;
    private final List<String> imports;
    private final String code;

    PointTemplate(ExtensionPoint point, String type, List<String> imports, String code) {
        this.point = point;
        this.type = type;
        this.imports = imports;
        this.code = code;
    }

    /// The name in configurations, such as `preEnqueue`.
    String key() {
        return point.key();
    }

    /// The interface of the SPI.
    String type() {
        return type;
    }

    Stream<String> imports() {
        return Stream.concat(Stream.of("dev.berth.spi." + type), imports.stream());
    }

    String code(String plugin) {
        return code.replace("NAME", plugin);
    }

    static Optional<PointTemplate> of(String key) {
        return Arrays.stream(values()).filter(each -> each.key().equals(key)).findFirst();
    }
}
