package dev.berth.serving.auth;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The user of a request. Kubernetes: `user.Info`.
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    public static final String MASTERS = "system:masters";

    public static final User ANONYMOUS =
            new User("system:anonymous", "", List.of("system:unauthenticated"), Map.of());

    private static final String AUTHENTICATED = "system:authenticated";

    public User {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /// Returns the user with the group of all authenticated users.
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
