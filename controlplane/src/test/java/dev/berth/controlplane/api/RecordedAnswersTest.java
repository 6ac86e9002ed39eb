package dev.berth.controlplane.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.tree.Path;
import dev.berth.engine.VirtualClock;
import dev.berth.model.json.Json;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Compares the API with the recorded responses of a real API server to the same requests.
/// `conformance/run record` records them again.
class RecordedAnswersTest {
    private static final Pattern UID =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern TIME =
            Pattern.compile("20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z");
    // The comparison of Go structures in a message.
    private static final Pattern DIFF = Pattern.compile("\n@@(?s:.*?)(?=\n, spec|$)\n?");
    private static final Pattern GENERATED = Pattern.compile("(gen-|GN-|web-)[a-z0-9]{5}");
    private static final Pattern CLUSTER_IP = Pattern.compile("10\\.(0|96)\\.0\\.[0-9]+");
    // The JSON of a patched object in a message. The order of its fields varies.
    private static final Pattern PATCHED = Pattern.compile("\"\\{.*?\"(?=: (json|strict|conv))");
    // The Go structure of a pod template in a message.
    private static final Pattern TEMPLATE =
            Pattern.compile("(?<=Invalid value: )\\{\"([vV]olumes|[cC]ontainers).*(?=: field is)");
    private static final Pattern VERSION =
            Pattern.compile("(in record \\(|\"?resourceVersion\\\\*\"?:\\\\*\"?)[0-9]+");

    private final Api api = new Api(new Store(VirtualClock.atEpoch(), 1));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "verbs",
                "pods",
                "fields",
                "evictions",
                "conflicts",
                "kinds",
                "common",
                "devices",
                "random"
            })
    void responsesEqualThoseOfTheRealServer(String file) throws IOException {
        Map<Integer, String> known = known(file);
        ApiResource namespaces = api.catalog().find("", "v1", "namespaces").orElseThrow();
        for (String name : List.of("default", "kube-system")) {
            api.create(
                            namespaces,
                            "",
                            Json.Obj.of("metadata", Json.Obj.of("name", Json.of(name))),
                            WriteOptions.DEFAULT)
                    .orThrow();
        }
        var replay = new Replay(api);
        var different = new TreeMap<Integer, String>();
        for (Json exchange : recorded(file)) {
            int line = (int) Path.of("line").number(exchange, 0);
            String difference = difference(exchange, replay.send(exchange));
            if (!difference.isEmpty()) {
                different.put(line, difference);
            }
        }
        var unknown = new TreeMap<>(different);
        unknown.keySet().removeAll(known.keySet());
        assertThat(String.join("\n\n", unknown.values())).isEmpty();
        assertThat(new TreeSet<>(known.keySet()))
                .as("known differences that are none any more")
                .isSubsetOf(different.keySet());
    }

    private static String difference(Json exchange, Replay.Answer answer) {
        Json wanted = plain(Path.of("answer").find(exchange).orElse(Json.Obj.EMPTY));
        Json given = plain(answer.body());
        long code = Path.of("code").number(exchange, 0);
        var problems = new ArrayList<String>();
        compare("", wanted, given, problems);
        if (problems.isEmpty() && code == answer.code()) {
            return "";
        }
        return "%d %s %s %s\n  %d, ours %d\n  %s"
                .formatted(
                        Path.of("line").number(exchange, 0),
                        Path.of("method").text(exchange),
                        Path.of("path").text(exchange),
                        Path.of("body").find(exchange).map(Json::text).orElse(""),
                        code,
                        answer.code(),
                        String.join("\n  ", problems));
    }

    private static void compare(String path, Json wanted, Json given, List<String> problems) {
        if (wanted.equals(given)) {
            return;
        }
        if (wanted instanceof Json.Obj(var theirs) && given instanceof Json.Obj(var ours)) {
            var names = new TreeSet<>(theirs.keySet());
            names.addAll(ours.keySet());
            for (String name : names) {
                String here = path + "." + name;
                if (!theirs.containsKey(name)) {
                    problems.add(here + ": not there, ours " + ours.get(name));
                } else if (!ours.containsKey(name)) {
                    problems.add(here + ": " + theirs.get(name) + ", ours is not there");
                } else {
                    compare(here, theirs.get(name), ours.get(name), problems);
                }
            }
        } else if (wanted instanceof Json.Arr(var theirs)
                && given instanceof Json.Arr(var ours)
                && theirs.size() == ours.size()) {
            for (int i = 0; i < theirs.size(); i++) {
                compare(path + "[" + i + "]", theirs.get(i), ours.get(i), problems);
            }
        } else {
            problems.add(path + ":\n    " + wanted + "\n    ours\n    " + given);
        }
    }

    /// Removes the values that differ between runs.
    private static Json plain(Json value) {
        return switch (value) {
            case Json.Obj(var fields) -> {
                Json.Obj plain = Json.Obj.EMPTY;
                for (var field : fields.entrySet()) {
                    boolean account =
                            field.getKey().startsWith("serviceAccount")
                                    && field.getValue().equals(Json.of("default"));
                    boolean nothing =
                            field.getKey().equals("details")
                                    && field.getValue().equals(Json.Obj.EMPTY);
                    if (!field.getKey().equals("resourceVersion") && !account && !nothing) {
                        plain =
                                plain.with(
                                        field.getKey(),
                                        field.getKey().equals("continue")
                                                ? Json.of("<token>")
                                                : plain(field.getValue()));
                    }
                }
                yield plain;
            }
            case Json.Arr(var elements) ->
                    new Json.Arr(
                            elements.stream().map(RecordedAnswersTest::plain).distinct().toList());
            case Json.Str(var text) -> Json.of(plain(text));
            case Json other -> other;
        };
    }

    private static String plain(String text) {
        String plain = DIFF.matcher(text).replaceAll("");
        plain = UID.matcher(plain).replaceAll("<uid>");
        plain = TIME.matcher(plain).replaceAll("<time>");
        plain = GENERATED.matcher(plain).replaceAll("$1<name>");
        plain = CLUSTER_IP.matcher(plain).replaceAll("<ip>");
        plain = TEMPLATE.matcher(plain).replaceAll("<template>");
        plain = PATCHED.matcher(plain).replaceAll("<object>");
        return VERSION.matcher(plain).replaceAll("$1<version>");
    }

    private static List<Json> recorded(String file) throws IOException {
        try (InputStream in = resource(file + ".json")) {
            return ((Json.Arr) Json.parse(in)).elements();
        }
    }

    /// The lines of the requests whose responses differ, each with the reason.
    private static Map<Integer, String> known(String file) throws IOException {
        var known = new TreeMap<Integer, String>();
        try (InputStream in = resource("differences.txt")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                String[] parts = line.split(" ", 2);
                String[] place = parts[0].split(":");
                if (place.length == 2 && place[0].equals(file)) {
                    known.put(Integer.parseInt(place[1]), parts[1]);
                }
            }
        }
        return known;
    }

    private static InputStream resource(String name) {
        InputStream in = RecordedAnswersTest.class.getResourceAsStream(name);
        assertThat(in).as(name).isNotNull();
        return in;
    }
}
