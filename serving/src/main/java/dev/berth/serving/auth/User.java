package dev.berth.serving.auth;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Who asks.
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    public static final String MASTERS = "system:masters";

    public static final User ANONYMOUS =
            new User("system:anonymous", "", List.of("system:unauthenticated"), Map.of());

    private static final String AUTHENTICATED = "system:authenticated";

    public User {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /// With the group that all have who proved who they are.
    public User authenticated() {
        return groups.contains(AUTHENTICATED) || groups.containsAll(ANONYMOUS.groups())
                ? this
                : new User(
                        name,
                        uid,
                        Stream.concat(groups.stream(), Stream.of(AUTHENTICATED)).toList(),
                        extra);
    }
}
