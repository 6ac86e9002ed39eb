package dev.berth.sim.store;

import java.util.ArrayList;
import java.util.List;

/// What a refusal says besides its message, for programs: which object is meant, and what is wrong
/// where. What is not said is empty or 0.
///
/// @param kind the resource, such as `pods`; the kind itself if the object is invalid
/// @param continued a token with which an expired list may be gone on with
public record Details(
        String name,
        String group,
        String kind,
        String uid,
        List<Cause> causes,
        int retryAfterSeconds,
        String continued) {
    public static final Details NONE = new Details("", "", "", "", List.of(), 0, "");

    /// One thing that is wrong, in Kubernetes' words.
    public record Cause(String reason, String message, String field) {}

    public Details {
        causes = List.copyOf(causes);
    }

    public static Details of(String name, String group, String kind) {
        return new Details(name, group, kind, "", List.of(), 0, "");
    }

    public Details inGroup(String group) {
        return new Details(name, group, kind, uid, causes, retryAfterSeconds, continued);
    }

    public Details withUid(String uid) {
        return new Details(name, group, kind, uid, causes, retryAfterSeconds, continued);
    }

    public Details with(List<Cause> more) {
        var all = new ArrayList<>(causes);
        all.addAll(more);
        return new Details(name, group, kind, uid, all, retryAfterSeconds, continued);
    }

    public Details with(Cause cause) {
        return with(List.of(cause));
    }

    public Details after(int seconds) {
        return new Details(name, group, kind, uid, causes, seconds, continued);
    }

    public Details continuing(String token) {
        return new Details(name, group, kind, uid, causes, retryAfterSeconds, token);
    }
}
