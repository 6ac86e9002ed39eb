package dev.berth.engine.extender;

import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.port.TraceScope;
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

/// Calls extenders with nodes: first the filters one after the other, then all prioritizers in
/// parallel.
public final class NodeExtenderRound extends ExtenderRound {
    private final List<Extender> extenders;
    private final Json.Obj pod;
    private final ExtenderCandidates candidates;
    private final Map<String, Json.Obj> nodes;
    private final BindingExecutor executor;
    private final Map<String, Reject> refused = new LinkedHashMap<>();

    /// @param nodes the JSON of the candidates by name, if an extender needs it
    public NodeExtenderRound(
            List<Extender> extenders,
            Json.Obj pod,
            ExtenderCandidates candidates,
            Map<String, Json.Obj> nodes,
            BindingExecutor executor,
            FailureListener failures) {
        super(failures);
        this.extenders = extenders;
        this.pod = pod;
        this.candidates = candidates;
        this.nodes = nodes;
        this.executor = executor;
    }

    @Override
    ExtenderResult handle() throws ExtenderException, InterruptedException {
        Optional<String> nominated = candidates.nominated();
        if (nominated.isPresent()) {
            try {
                List<String> passing = filter(List.of(nominated.get()));
                if (!passing.isEmpty()) {
                    return new ExtenderResult.OnNodes(passing, refused, false, List.of());
                }
            } catch (ExtenderException ignored) {
                // Parity: evaluateNominatedNode ignores the failure of an extender;
                // findNodesThatPassExtenders calls it again with all nodes.
                refused.clear();
            }
        }
        List<String> passing = filter(candidates.names());
        return new ExtenderResult.OnNodes(
                passing,
                refused,
                passing.size() < candidates.names().size(),
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
                failed(extender, "Filter", failure);
            }
        }
        return left;
    }

    private List<String> filter(Extender extender, List<String> names)
            throws ExtenderException, InterruptedException {
        Extender.Filtered result = call(() -> extender.filter(inquiry(extender, names)));
        Set<String> requested = new HashSet<>(names);
        for (String name : result.passing()) {
            if (!requested.contains(name)) {
                throw new ExtenderException(
                        "extender \"%s\" claims a filtered node \"%s\" which is not found in the input node list"
                                .formatted(extender.spec().name(), name));
            }
        }
        result.unresolvable().forEach((node, why) -> refused.put(node, Reject.unresolvable(why)));
        result.failed()
                .forEach((node, why) -> {
                    if (!result.unresolvable().containsKey(node)) {
                        refused.put(node, Reject.unschedulable(why));
                    }
                });
        return result.passing().stream().distinct().toList();
    }

    private Extender.ExtenderArgs inquiry(Extender extender, List<String> names) {
        if (extender.spec().nodeCacheCapable()) {
            return new Extender.ExtenderArgs(pod, names, Map.of());
        }
        var whole = new LinkedHashMap<String, Json.Obj>();
        for (String name : names) {
            Json.Obj node = nodes.get(name);
            if (node != null) {
                whole.put(name, node);
            }
        }
        return new Extender.ExtenderArgs(pod, names, whole);
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
                        TraceScope.current()
                                .carriedBy(() -> {
                                    try {
                                        answer.complete(extenderScores(extender, names));
                                    } catch (Error error) {
                                        answer.completeExceptionally(error);
                                    }
                                }));
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

    /// Parity: prioritizeNodes ignores an extender whose Prioritize fails, ignorable or not.
    private Optional<ExtenderResult.ExtenderScores> extenderScores(
            Extender extender, List<String> names) {
        try {
            return Optional.of(
                    new ExtenderResult.ExtenderScores(
                            extender.spec().name(),
                            extender.spec().weight(),
                            call(() -> extender.prioritize(inquiry(extender, names)))));
        } catch (ExtenderException problem) {
            ignored(extender, "Prioritize", problem);
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
