package dev.berth.controlplane.store;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;

/// An error with the reason and the message of the Kubernetes API server (upstream: `StatusError`).
public record StatusError(StatusReason reason, String message, StatusDetails details) {
    public StatusError(StatusReason reason, String message) {
        this(reason, message, StatusDetails.NONE);
    }

    public int code() {
        return reason.code();
    }

    public static StatusError notFound(Kind kind, String name) {
        return new StatusError(
                StatusReason.NOT_FOUND,
                resource(kind) + " \"" + name + "\" not found",
                about(kind, name));
    }

    public static StatusError alreadyExists(Kind kind, String name) {
        return new StatusError(
                StatusReason.ALREADY_EXISTS,
                resource(kind) + " \"" + name + "\" already exists",
                about(kind, name));
    }

    /// No unused name could be generated from `generateName`.
    public static StatusError nameNotGenerated(Kind kind, String name) {
        return new StatusError(
                StatusReason.ALREADY_EXISTS,
                "%s \"%s\" already exists, the server was not able to generate a unique name for the object"
                        .formatted(resource(kind), name),
                about(kind, name).after(1));
    }

    public static StatusError forbidden(Kind kind, String given, String why) {
        String name = given.isEmpty() ? "Unknown" : given;
        return new StatusError(
                StatusReason.FORBIDDEN,
                resource(kind) + " \"" + name + "\" is forbidden: " + why,
                about(kind, name));
    }

    /// The namespace is being deleted and accepts no new objects.
    public static StatusError terminating(Kind kind, String name, String namespace) {
        return new StatusError(
                StatusReason.FORBIDDEN,
                "%s \"%s\" is forbidden: unable to create new content in namespace %s because it is being terminated"
                        .formatted(resource(kind), name, namespace),
                about(kind, name)
                        .with(
                                new StatusDetails.Cause(
                                        "NamespaceTerminating",
                                        "namespace " + namespace + " is being terminated",
                                        "metadata.namespace")));
    }

    public static StatusError conflict(Kind kind, String name, String why) {
        return new StatusError(
                StatusReason.CONFLICT,
                "Operation cannot be fulfilled on " + resource(kind) + " \"" + name + "\": " + why,
                about(kind, name));
    }

    public static StatusError conflict(String resource, String name, String why) {
        return new StatusError(
                StatusReason.CONFLICT,
                "Operation cannot be fulfilled on " + resource + " \"" + name + "\": " + why,
                StatusDetails.of(name, "", resource));
    }

    /// The resource version of the update is not the newest.
    public static StatusError modified(Kind kind, String name) {
        return conflict(
                kind,
                name,
                "the object has been modified; please apply your changes to the latest version and"
                        + " try again");
    }

    /// The UID precondition of the storage layer fails.
    public static StatusError otherUid(
            Kind kind, String namespace, String name, String wanted, String found) {
        return conflict(
                kind,
                name,
                "StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: %s, UID in object meta: %s"
                        .formatted(storageKey(kind, namespace, name), wanted, found));
    }

    public static StatusError invalid(Kind kind, String name, String cause) {
        return new StatusError(
                StatusReason.INVALID,
                qualified(kind) + " \"" + name + "\" is invalid: " + cause,
                StatusDetails.of(name, kind.group(), kind.name()));
    }

    public static StatusError invalid(Kind kind, String name, List<FieldError> problems) {
        return new StatusError(
                StatusReason.INVALID,
                qualified(kind) + " \"" + name + "\" is invalid: " + FieldError.join(problems),
                StatusDetails.of(name, kind.group(), kind.name())
                        .with(problems.stream().map(FieldError::cause).toList()));
    }

    /// An update requires a resource version and has none.
    public static StatusError unconditional(Kind kind, String name) {
        FieldError problem =
                FieldError.invalid(
                        "metadata.resourceVersion", Json.of(0), "must be specified for an update");
        return new StatusError(
                StatusReason.INVALID,
                resource(kind) + " \"" + name + "\" is invalid: " + problem.text(),
                about(kind, name).with(problem.cause()));
    }

    /// A patch cannot be applied.
    public static StatusError badPatch() {
        return new StatusError(
                StatusReason.INVALID,
                "the server rejected our request due to an error in our request");
    }

    /// The object cannot be decoded as its kind.
    public static StatusError unreadable(Kind kind, String why) {
        return badRequest(
                "%s in version \"%s\" cannot be handled as a %s: %s"
                        .formatted(kind.name(), kind.version(), kind.name(), why));
    }

    public static StatusError badRequest(String message) {
        return new StatusError(StatusReason.BAD_REQUEST, message);
    }

    /// The requested resource version is older than the history.
    public static StatusError expired(long requested, long oldest) {
        return new StatusError(
                StatusReason.EXPIRED,
                "too old resource version: " + requested + " (" + oldest + ")");
    }

    /// The requested resource version is newer than the store.
    public static StatusError tooLarge(long requested, long current) {
        return new StatusError(
                StatusReason.TIMEOUT,
                "Timeout: Too large resource version: " + requested + ", current: " + current,
                StatusDetails.NONE
                        .with(
                                new StatusDetails.Cause(
                                        "ResourceVersionTooLarge",
                                        "Too large resource version",
                                        ""))
                        .after(1));
    }

    public static StatusError internal(String cause) {
        return new StatusError(
                StatusReason.INTERNAL_ERROR,
                "Internal error occurred: " + cause,
                StatusDetails.NONE.with(new StatusDetails.Cause("", cause, "")));
    }

    public StatusError with(StatusDetails details) {
        return new StatusError(reason, message, details);
    }

    /// The error as a `Status` object.
    public Json.Obj status() {
        Json.Obj given =
                Json.Obj.builder()
                        .putUnlessEmpty("name", details.name())
                        .putUnlessEmpty("group", details.group())
                        .putUnlessEmpty("kind", details.kind())
                        .putUnlessEmpty("uid", details.uid())
                        .build();
        if (!details.causes().isEmpty()) {
            given = given.with("causes", new Json.Arr(causes()));
        }
        if (details.retryAfterSeconds() > 0) {
            given = given.with("retryAfterSeconds", details.retryAfterSeconds());
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
        if (!given.fields().isEmpty()) {
            status = status.with("details", given);
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

    private static StatusDetails about(Kind kind, String name) {
        return StatusDetails.of(name, kind.group(), kind.plural());
    }

    /// The name of a resource in messages: `pods`, `replicasets.apps`.
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
