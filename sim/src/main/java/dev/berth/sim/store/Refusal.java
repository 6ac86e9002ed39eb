package dev.berth.sim.store;

import dev.berth.model.Kind;

/// A request that was not granted, worded as the Kubernetes API server words it.
public record Refusal(Reason reason, String message) {
    public int code() {
        return reason.code();
    }

    public static Refusal notFound(Kind kind, String name) {
        return new Refusal(Reason.NOT_FOUND, resource(kind) + " \"" + name + "\" not found");
    }

    public static Refusal alreadyExists(Kind kind, String name) {
        return new Refusal(
                Reason.ALREADY_EXISTS, resource(kind) + " \"" + name + "\" already exists");
    }

    public static Refusal forbidden(Kind kind, String name, String why) {
        return new Refusal(
                Reason.FORBIDDEN, resource(kind) + " \"" + name + "\" is forbidden: " + why);
    }

    public static Refusal conflict(String resource, String name, String why) {
        return new Refusal(
                Reason.CONFLICT,
                "Operation cannot be fulfilled on " + resource + " \"" + name + "\": " + why);
    }

    /// The sender changed a version that is not the newest.
    public static Refusal modified(Kind kind, String name) {
        return conflict(
                resource(kind),
                name,
                "the object has been modified; please apply your changes to the latest version and"
                        + " try again");
    }

    /// The object is not the one the sender means, as seen by the storage layer.
    public static Refusal otherUid(
            Kind kind, String namespace, String name, String wanted, String found) {
        return conflict(
                resource(kind),
                name,
                "StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: %s, UID in object meta: %s"
                        .formatted(storageKey(kind, namespace, name), wanted, found));
    }

    public static Refusal invalid(Kind kind, String name, String cause) {
        String qualified = kind.group().isEmpty() ? kind.name() : kind.name() + "." + kind.group();
        return new Refusal(Reason.INVALID, qualified + " \"" + name + "\" is invalid: " + cause);
    }

    /// The tree is not what its kind says it is.
    public static Refusal unreadable(Kind kind, String why) {
        return badRequest(
                "%s in version \"%s\" cannot be handled as a %s: %s"
                        .formatted(kind.name(), kind.version(), kind.name(), why));
    }

    public static Refusal badRequest(String message) {
        return new Refusal(Reason.BAD_REQUEST, message);
    }

    /// The version asked for is older than the history reaches back.
    public static Refusal expired(long asked, long oldest) {
        return new Refusal(
                Reason.EXPIRED, "too old resource version: " + asked + " (" + oldest + ")");
    }

    /// The version asked for does not exist yet.
    public static Refusal tooLarge(long asked, long current) {
        return new Refusal(
                Reason.TIMEOUT,
                "Timeout: Too large resource version: " + asked + ", current: " + current);
    }

    public static Refusal internal(String cause) {
        return new Refusal(Reason.INTERNAL_ERROR, "Internal error occurred: " + cause);
    }

    /// `pods`, `replicasets.apps`: how messages name a resource.
    static String resource(Kind kind) {
        return kind.group().isEmpty() ? kind.plural() : kind.plural() + "." + kind.group();
    }

    private static String storageKey(Kind kind, String namespace, String name) {
        String scope = namespace.isEmpty() ? "" : namespace + "/";
        return "/registry/" + kind.plural() + "/" + scope + name;
    }
}
