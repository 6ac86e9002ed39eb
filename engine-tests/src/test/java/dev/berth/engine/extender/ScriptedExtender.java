package dev.berth.engine.extender;

import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// An extender with scripted responses, which records its requests.
final class ScriptedExtender implements Extender {
    private final ExtenderSpec spec;
    final List<String> calls = new ArrayList<>();
    final List<Json.Obj> pods = new ArrayList<>();
    final Map<String, String> failed = new TreeMap<>();
    final Map<String, String> unresolvable = new TreeMap<>();
    final Map<String, Long> scores = new TreeMap<>();
    final List<String> strangers = new ArrayList<>();
    final Map<String, List<String>> victims = new TreeMap<>();
    final List<String> keptFromEviction = new ArrayList<>();
    String error = "";
    Runnable meanwhile = () -> {};
    boolean unanswered;

    ScriptedExtender(ExtenderSpec spec) {
        this.spec = spec;
    }

    /// The address and the verbs of the extender.
    static ExtenderSpec spec(String name, String... verbs) {
        List<String> known = List.of(verbs);
        return new ExtenderSpec(
                "http://" + name,
                known.contains("filter") ? "filter" : "",
                known.contains("prioritize") ? "prioritize" : "",
                known.contains("bind") ? "bind" : "",
                known.contains("preempt") ? "preempt" : "",
                1,
                ExtenderSpec.Tls.NONE,
                Duration.ofSeconds(5),
                true,
                List.of(),
                false);
    }

    static ExtenderSpec managing(ExtenderSpec spec, String resource) {
        return new ExtenderSpec(
                spec.urlPrefix(),
                spec.filterVerb(),
                spec.prioritizeVerb(),
                spec.bindVerb(),
                spec.preemptVerb(),
                spec.weight(),
                spec.tls(),
                spec.httpTimeout(),
                spec.nodeCacheCapable(),
                List.of(new ExtenderSpec.ManagedResource(resource, true)),
                spec.ignorable());
    }

    static ExtenderSpec ignorable(ExtenderSpec spec) {
        return new ExtenderSpec(
                spec.urlPrefix(),
                spec.filterVerb(),
                spec.prioritizeVerb(),
                spec.bindVerb(),
                spec.preemptVerb(),
                spec.weight(),
                spec.tls(),
                spec.httpTimeout(),
                spec.nodeCacheCapable(),
                spec.managedResources(),
                true);
    }

    @Override
    public ExtenderSpec spec() {
        return spec;
    }

    @Override
    public Filtered filter(ExtenderArgs inquiry) throws ExtenderException {
        asked("filter", inquiry.pod(), inquiry.names());
        List<String> passing =
                new ArrayList<>(
                        inquiry.names().stream()
                                .filter(name ->
                                        !failed.containsKey(name)
                                                && !unresolvable.containsKey(name))
                                .toList());
        passing.addAll(strangers);
        return new Filtered(passing, failed, unresolvable);
    }

    @Override
    public Map<String, Long> prioritize(ExtenderArgs inquiry) throws ExtenderException {
        asked("prioritize", inquiry.pod(), inquiry.names());
        return scores;
    }

    @Override
    public void bind(Pod pod, String node) throws ExtenderException {
        calls.add("bind " + pod.name() + " " + node);
        refuseOnError();
    }

    @Override
    public List<Evictions> preempt(Json.Obj pod, List<Evictions> proposed)
            throws ExtenderException {
        asked("preempt", pod, proposed.stream().map(Evictions::node).sorted().toList());
        return proposed.stream()
                .filter(each -> !keptFromEviction.contains(each.node()))
                .map(each ->
                        new Evictions(
                                each.node(),
                                victims.getOrDefault(each.node(), each.uids()),
                                List.of(),
                                each.violations()))
                .toList();
    }

    private void asked(String verb, Json.Obj pod, List<String> names) throws ExtenderException {
        calls.add(
                "%s %s %s"
                        .formatted(
                                verb,
                                pod.at("metadata", "name").map(Json::text).orElse("?"),
                                names.stream().sorted().toList())
                        .replace("\"", ""));
        pods.add(pod);
        refuseOnError();
    }

    private void refuseOnError() throws ExtenderException {
        meanwhile.run();
        if (unanswered) {
            throw ExtenderException.unanswered("no answer", new IllegalStateException());
        }
        if (!error.isEmpty()) {
            throw new ExtenderException(error);
        }
    }
}
