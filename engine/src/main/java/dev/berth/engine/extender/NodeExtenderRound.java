package dev.berth.engine.extender;

import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderResult;
import dev.berth.model.json.Json;
import dev.berth.spi.Reject;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Asks extenders about nodes: one after the other which may have the pod, then all at once how
/// much they like what is left.
public final class NodeExtenderRound extends ExtenderRound {
    private final List<Extender> extenders;
    private final Json.Obj pod;
    private final ExtenderCandidates shortlist;
    private final Map<String, Json.Obj> nodes;
    private final BindingExecutor executor;
    private final Complaints complaints;
    private final Map<String, Reject> refused = new LinkedHashMap<>();

    /// @param nodes the nodes of the shortlist whole, by name, as far as an extender needs them
    public NodeExtenderRound(
            List<Extender> extenders,
            Json.Obj pod,
            ExtenderCandidates shortlist,
            Map<String, Json.Obj> nodes,
            BindingExecutor executor,
            Complaints complaints) {
        this.extenders = extenders;
        this.pod = pod;
        this.shortlist = shortlist;
        this.nodes = nodes;
        this.executor = executor;
        this.complaints = complaints;
    }

    @Override
    ExtenderResult handle() throws ExtenderException, InterruptedException {
        Optional<String> nominated = shortlist.nominated();
        if (nominated.isPresent()) {
            try {
                List<String> passing = filter(List.of(nominated.get()));
                if (!passing.isEmpty()) {
                    return new ExtenderResult.OnNodes(passing, refused, false, List.of());
                }
            } catch (ExtenderException passedOver) {
                // Parity: whoever fails for the promised node fails again for the others, or not.
                refused.clear();
            }
        }
        List<String> passing = filter(shortlist.names());
        return new ExtenderResult.OnNodes(
                passing,
                refused,
                passing.size() < shortlist.names().size(),
                passing.size() > 1 ? extenderScores(passing) : List.of());
    }

    private List<String> filter(List<String> names) throws ExtenderException, InterruptedException {
        List<String> left = names;
        for (Extender extender : extenders) {
            if (left.isEmpty()) {
                break;
            }
            if (extender.spec().filterVerb().isEmpty()) {
                continue;
            }
            try {
                left = filter(extender, left);
            } catch (ExtenderException failure) {
                if (!extender.spec().ignorable()) {
                    throw failure;
                }
                complaints.about(extender, "Filter", failure);
            }
        }
        return left;
    }

    private List<String> filter(Extender extender, List<String> names)
            throws ExtenderException, InterruptedException {
        Extender.Filtered said = made(() -> extender.filter(inquiry(extender, names)));
        Set<String> asked = new HashSet<>(names);
        for (String name : said.passing()) {
            if (!asked.contains(name)) {
                throw new ExtenderException(
                        "extender \"%s\" claims a filtered node \"%s\" which is not found in the input node list"
                                .formatted(extender.spec().name(), name));
            }
        }
        said.unresolvable().forEach((node, why) -> refused.put(node, Reject.unresolvable(why)));
        said.failed()
                .forEach((node, why) -> {
                    if (!said.unresolvable().containsKey(node)) {
                        refused.put(node, Reject.unschedulable(why));
                    }
                });
        return said.passing().stream().distinct().toList();
    }

    private Extender.Inquiry inquiry(Extender extender, List<String> names) {
        if (extender.spec().nodeCacheCapable()) {
            return new Extender.Inquiry(pod, names, Map.of());
        }
        var whole = new LinkedHashMap<String, Json.Obj>();
        for (String name : names) {
            Json.Obj node = nodes.get(name);
            if (node != null) {
                whole.put(name, node);
            }
        }
        return new Extender.Inquiry(pod, names, whole);
    }

    private List<ExtenderResult.ExtenderScores> extenderScores(List<String> names)
            throws InterruptedException {
        var answers = new ArrayList<CompletableFuture<Optional<ExtenderResult.ExtenderScores>>>();
        for (Extender extender : extenders) {
            if (!extender.spec().prioritizeVerb().isEmpty()) {
                var answer = new CompletableFuture<Optional<ExtenderResult.ExtenderScores>>();
                answers.add(answer);
                executor.run(
                        "prioritize by " + extender.spec().name(),
                        () -> {
                            try {
                                answer.complete(extenderScores(extender, names));
                            } catch (Error error) {
                                answer.completeExceptionally(error);
                            }
                        });
            }
        }
        var extenderScores = new ArrayList<ExtenderResult.ExtenderScores>();
        for (CompletableFuture<Optional<ExtenderResult.ExtenderScores>> answer : answers) {
            try {
                executor.await(answer).ifPresent(extenderScores::add);
            } catch (ExecutionException error) {
                throw new IllegalStateException(error.getCause());
            }
        }
        return extenderScores;
    }

    /// Parity: an extender that does not say what it likes is passed over, ignorable or not.
    private Optional<ExtenderResult.ExtenderScores> extenderScores(
            Extender extender, List<String> names) {
        try {
            return Optional.of(
                    new ExtenderResult.ExtenderScores(
                            extender.spec().name(),
                            extender.spec().weight(),
                            made(() -> extender.prioritize(inquiry(extender, names)))));
        } catch (ExtenderException problem) {
            complaints.about(extender, "Prioritize", problem);
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
