package dev.berth.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.controlplane.store.StatusError;
import dev.berth.serving.auth.User;
import dev.berth.serving.http.ServerRequest;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Evaluates the impersonation headers. Every authenticated client can impersonate any user.
final class Impersonation {
    private static final String USER = "Impersonate-User";
    private static final String GROUP = "Impersonate-Group";
    private static final String UID = "Impersonate-Uid";
    private static final String EXTRA = "Impersonate-Extra-";
    private static final String ACCOUNT = "system:serviceaccount:";
    private static final String ACCOUNTS = "system:serviceaccounts";

    private Impersonation() {}

    /// @param user the authenticated user
    /// @throws ApiStatusException if there are impersonation headers without a user
    static User of(ServerRequest call, User user) {
        String name = call.header(USER).orElse("");
        List<String> groups = call.headers().all(GROUP);
        String uid = call.header(UID).orElse("");
        Map<String, List<String>> extra = call.headers().below(EXTRA);
        if (name.isEmpty()) {
            if (!groups.isEmpty() || !uid.isEmpty() || !extra.isEmpty()) {
                throw new ApiStatusException(
                        StatusError.badRequest(
                                "requested %s without impersonating a user; name one by the header %s"
                                        .formatted(
                                                groups.isEmpty()
                                                        ? uid.isEmpty() ? EXTRA + "*" : UID
                                                        : GROUP,
                                                USER)));
            }
            return user;
        }
        var plain = new TreeMap<String, List<String>>();
        extra.forEach((key, values) -> plain.put(decoded(key), values));
        return name.equals(User.ANONYMOUS.name())
                ? anonymous(groups, uid, plain)
                : new User(name, uid, groups.isEmpty() ? groups(name) : groups, plain)
                        .authenticated();
    }

    private static User anonymous(
            List<String> groups, String uid, Map<String, List<String>> extra) {
        var all = new ArrayList<>(groups);
        if (!all.containsAll(User.ANONYMOUS.groups())) {
            all.addAll(User.ANONYMOUS.groups());
        }
        return new User(User.ANONYMOUS.name(), uid, all, extra);
    }

    /// Returns the groups of a service account, which follow from its name.
    private static List<String> groups(String name) {
        String[] parts =
                name.startsWith(ACCOUNT)
                        ? name.substring(ACCOUNT.length()).split(":", -1)
                        : new String[0];
        return parts.length == 2 && !parts[0].isEmpty() && !parts[1].isEmpty()
                ? List.of(ACCOUNTS, ACCOUNTS + ":" + parts[0])
                : List.of();
    }

    private static String decoded(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException unencoded) {
            return key;
        }
    }
}
