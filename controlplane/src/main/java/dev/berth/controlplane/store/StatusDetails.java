package dev.berth.controlplane.store;

import java.util.ArrayList;
import java.util.List;

/// The `details` of a `Status`: the object, and the causes. An absent detail is empty or 0.
///
/// @param kind the resource, such as `pods`, or the kind if the object is invalid
/// @param continued a token that continues an expired list
public record StatusDetails(
        String name,
        String group,
        String kind,
        String uid,
        List<Cause> causes,
        int retryAfterSeconds,
        String continued) {
    public static final StatusDetails NONE = new StatusDetails("", "", "", "", List.of(), 0, "");

    /// A cause of an error.
    public record Cause(String reason, String message, String field) {}

    public StatusDetails {
        causes = List.copyOf(causes);
    }

    public static StatusDetails of(String name, String group, String kind) {
        return new StatusDetails(name, group, kind, "", List.of(), 0, "");
    }

    public StatusDetails inGroup(String group) {
        return new StatusDetails(name, group, kind, uid, causes, retryAfterSeconds, continued);
    }

    public StatusDetails withUid(String uid) {
        return new StatusDetails(name, group, kind, uid, causes, retryAfterSeconds, continued);
    }

    public StatusDetails with(List<Cause> more) {
        var all = new ArrayList<>(causes);
        all.addAll(more);
        return new StatusDetails(name, group, kind, uid, all, retryAfterSeconds, continued);
    }

    public StatusDetails with(Cause cause) {
        return with(List.of(cause));
    }

    public StatusDetails after(int seconds) {
        return new StatusDetails(name, group, kind, uid, causes, seconds, continued);
    }

    public StatusDetails continuing(String token) {
        return new StatusDetails(name, group, kind, uid, causes, retryAfterSeconds, token);
    }
}
