package dev.berth.sim.store;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;

/// A request that was not granted, worded as the Kubernetes API server words it.
public record Refusal(Reason reason, String message, Details details) {
    public Refusal(Reason reason, String message) {
        this(reason, message, Details.NONE);
    }

    public int code() {
        return reason.code();
    }

    public static Refusal notFound(Kind kind, String name) {
        return new Refusal(
                Reason.NOT_FOUND,
                resource(kind) + " \"" + name + "\" not found",
                about(kind, name));
    }

    public static Refusal alreadyExists(Kind kind, String name) {
        return new Refusal(
                Reason.ALREADY_EXISTS,
                resource(kind) + " \"" + name + "\" already exists",
                about(kind, name));
    }

    /// Nobody found a free name that begins as asked for.
    public static Refusal nameNotGenerated(Kind kind, String name) {
        return new Refusal(
                Reason.ALREADY_EXISTS,
                "%s \"%s\" already exists, the server was not able to generate a unique name for the object"
                        .formatted(resource(kind), name),
                about(kind, name).after(1));
    }

    public static Refusal forbidden(Kind kind, String given, String why) {
        String name = given.isEmpty() ? "Unknown" : given;
        return new Refusal(
                Reason.FORBIDDEN,
                resource(kind) + " \"" + name + "\" is forbidden: " + why,
                about(kind, name));
    }

    /// The namespace is on its way out and takes nothing new.
    public static Refusal terminating(Kind kind, String name, String namespace) {
        return new Refusal(
                Reason.FORBIDDEN,
                "%s \"%s\" is forbidden: unable to create new content in namespace %s because it is being terminated"
                        .formatted(resource(kind), name, namespace),
                about(kind, name)
                        .with(
                                new Details.Cause(
                                        "NamespaceTerminating",
                                        "namespace " + namespace + " is being terminated",
                                        "metadata.namespace")));
    }

    public static Refusal conflict(Kind kind, String name, String why) {
        return new Refusal(
                Reason.CONFLICT,
                "Operation cannot be fulfilled on " + resource(kind) + " \"" + name + "\": " + why,
                about(kind, name));
    }

    public static Refusal conflict(String resource, String name, String why) {
        return new Refusal(
                Reason.CONFLICT,
                "Operation cannot be fulfilled on " + resource + " \"" + name + "\": " + why,
                Details.of(name, "", resource));
    }

    /// The sender changed a version that is not the newest.
    public static Refusal modified(Kind kind, String name) {
        return conflict(
                kind,
                name,
                "the object has been modified; please apply your changes to the latest version and"
                        + " try again");
    }

    /// The object is not the one the sender means, as seen by the storage layer.
    public static Refusal otherUid(
            Kind kind, String namespace, String name, String wanted, String found) {
        return conflict(
                kind,
                name,
                "StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: %s, UID in object meta: %s"
                        .formatted(storageKey(kind, namespace, name), wanted, found));
    }

    public static Refusal invalid(Kind kind, String name, String cause) {
        return new Refusal(
                Reason.INVALID,
                qualified(kind) + " \"" + name + "\" is invalid: " + cause,
                Details.of(name, kind.group(), kind.name()));
    }

    public static Refusal invalid(Kind kind, String name, List<Problem> problems) {
        return new Refusal(
                Reason.INVALID,
                qualified(kind) + " \"" + name + "\" is invalid: " + Problem.join(problems),
                Details.of(name, kind.group(), kind.name())
                        .with(problems.stream().map(Problem::cause).toList()));
    }

    /// A change that does not say of which version.
    public static Refusal unconditional(Kind kind, String name) {
        Problem problem =
                Problem.invalid(
                        "metadata.resourceVersion", Json.of(0), "must be specified for an update");
        return new Refusal(
                Reason.INVALID,
                resource(kind) + " \"" + name + "\" is invalid: " + problem.text(),
                about(kind, name).with(problem.cause()));
    }

    /// A patch that cannot be applied.
    public static Refusal badPatch() {
        return new Refusal(
                Reason.INVALID, "the server rejected our request due to an error in our request");
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
                "Timeout: Too large resource version: " + asked + ", current: " + current,
                Details.NONE
                        .with(
                                new Details.Cause(
                                        "ResourceVersionTooLarge",
                                        "Too large resource version",
                                        ""))
                        .after(1));
    }

    public static Refusal internal(String cause) {
        return new Refusal(
                Reason.INTERNAL_ERROR,
                "Internal error occurred: " + cause,
                Details.NONE.with(new Details.Cause("", cause, "")));
    }

    public Refusal with(Details details) {
        return new Refusal(reason, message, details);
    }

    /// As a `Status` object says it.
    public Json.Obj status() {
        Json.Obj said =
                Json.Obj.builder()
                        .putUnlessEmpty("name", details.name())
                        .putUnlessEmpty("group", details.group())
                        .putUnlessEmpty("kind", details.kind())
                        .putUnlessEmpty("uid", details.uid())
                        .build();
        if (!details.causes().isEmpty()) {
            said = said.with("causes", new Json.Arr(causes()));
        }
        if (details.retryAfterSeconds() > 0) {
            said = said.with("retryAfterSeconds", details.retryAfterSeconds());
        }
        Json.Obj metadata =
                details.continued().isEmpty()
                        ? Json.Obj.EMPTY
                        : Json.Obj.of("continue", Json.of(details.continued()));
        Json.Obj status =
                Json.Obj.EMPTY
                        .with("kind", "Status")
                        .with("apiVersion", "v1")
                        .with("metadata", metadata)
                        .with("status", "Failure")
                        .with("message", message);
        if (!reason.word().isEmpty()) {
            status = status.with("reason", reason.word());
        }
        if (!said.fields().isEmpty()) {
            status = status.with("details", said);
        }
        return status.with("code", code());
    }

    private List<Json> causes() {
        return details.causes().stream()
                .map(cause ->
                        (Json)
                                Json.Obj.builder()
                                        .putUnlessEmpty("reason", cause.reason())
                                        .putUnlessEmpty("message", cause.message())
                                        .putUnlessEmpty("field", cause.field())
                                        .build())
                .toList();
    }

    private static Details about(Kind kind, String name) {
        return Details.of(name, kind.group(), kind.plural());
    }

    /// `pods`, `replicasets.apps`: how messages name a resource.
    static String resource(Kind kind) {
        return kind.group().isEmpty() ? kind.plural() : kind.plural() + "." + kind.group();
    }

    private static String qualified(Kind kind) {
        return kind.group().isEmpty() ? kind.name() : kind.name() + "." + kind.group();
    }

    private static String storageKey(Kind kind, String namespace, String name) {
        String scope = namespace.isEmpty() ? "" : namespace + "/";
        return "/registry/" + kind.plural() + "/" + scope + name;
    }
}
