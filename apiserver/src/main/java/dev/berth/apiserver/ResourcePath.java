package dev.berth.apiserver;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The parts of a path below `/api/v1` or `/apis/{group}/{version}`; absent parts are empty.
///
/// @param watched whether it is a deprecated path that begins with `watch`
record ResourcePath(
        String group,
        String version,
        String namespace,
        String plural,
        String name,
        String part,
        boolean watched) {
    private static final int MAX_LENGTH = 3;
    // Subresources of namespaces, so the segment after the name is not a resource.
    private static final Set<String> PARTS_OF_NAMESPACES = Set.of("status", "finalize");

    /// Returns nothing if the path does not address a resource.
    static Optional<ResourcePath> of(String path) {
        List<String> steps = List.of(path.split("/"));
        if (steps.size() < 3 || steps.contains("") && steps.lastIndexOf("") > 0) {
            return Optional.empty();
        }
        boolean core = steps.get(1).equals("api");
        if (core ? steps.size() < 4 : steps.size() < 5) {
            return Optional.empty();
        }
        return core
                ? of("", steps.get(2), steps.subList(3, steps.size()))
                : of(steps.get(2), steps.get(3), steps.subList(4, steps.size()));
    }

    private static Optional<ResourcePath> of(String group, String version, List<String> steps) {
        boolean watched = steps.size() > 1 && steps.getFirst().equals("watch");
        List<String> rest = watched ? steps.subList(1, steps.size()) : steps;
        String namespace = "";
        if (rest.size() >= 3
                && rest.getFirst().equals("namespaces")
                && !(rest.size() == 3 && PARTS_OF_NAMESPACES.contains(rest.get(2)))) {
            namespace = rest.get(1);
            rest = rest.subList(2, rest.size());
        }
        String below = String.join("/", rest.subList(Math.min(2, rest.size()), rest.size()));
        if (rest.size() > MAX_LENGTH && !below.startsWith("proxy/")) {
            return Optional.empty();
        }
        return Optional.of(
                new ResourcePath(
                        group,
                        version,
                        namespace,
                        rest.getFirst(),
                        rest.size() > 1 ? rest.get(1) : "",
                        below,
                        watched));
    }
}
