package dev.berth.controlplane.api;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Validates `resourceVersion` and `resourceVersionMatch` of lists and watches.
final class ResourceVersions {
    private static final String MATCH = "resourceVersionMatch";
    private static final String EXACT = "Exact";
    private static final String NOT_OLDER = "NotOlderThan";
    private static final Kind OPTIONS = new Kind("meta.k8s.io", "v1", "ListOptions", "", false);

    private ResourceVersions() {}

    /// Returns the options if they are consistent.
    static Reply<ListOptions> checked(ListOptions options) {
        String match = options.resourceVersionMatch();
        var problems = new ArrayList<FieldError>();
        if (!match.isEmpty()) {
            if (options.resourceVersion().isEmpty()) {
                problems.add(
                        FieldError.forbidden(
                                MATCH,
                                "resourceVersionMatch is forbidden unless resourceVersion is"
                                        + " provided"));
            }
            if (!options.continued().isEmpty()) {
                problems.add(
                        FieldError.forbidden(
                                MATCH,
                                "resourceVersionMatch is forbidden when continue is provided"));
            }
            if (!match.equals(EXACT) && !match.equals(NOT_OLDER)) {
                problems.add(FieldError.unsupported(MATCH, match, List.of(EXACT, NOT_OLDER, "")));
            }
            if (match.equals(EXACT) && options.resourceVersion().equals("0")) {
                problems.add(
                        FieldError.forbidden(
                                MATCH,
                                "resourceVersionMatch \"exact\" is forbidden for resourceVersion"
                                        + " \"0\""));
            }
        }
        return problems.isEmpty()
                ? Reply.of(options)
                : Reply.no(StatusError.invalid(OPTIONS, "", problems));
    }

    static Reply<WatchOptions> checked(WatchOptions options) {
        String match = options.resourceVersionMatch();
        var problems = new ArrayList<FieldError>();
        if (options.initialEvents() && !match.equals(NOT_OLDER)) {
            problems.add(
                    FieldError.forbidden(
                            MATCH,
                            "sendInitialEvents requires setting resourceVersionMatch to"
                                    + " NotOlderThan"));
        }
        if (!options.initialEvents() && !match.isEmpty()) {
            problems.add(
                    FieldError.forbidden(
                            MATCH,
                            "resourceVersionMatch is forbidden for watch unless sendInitialEvents"
                                    + " is provided"));
        }
        if (!match.isEmpty() && !match.equals(NOT_OLDER)) {
            problems.add(FieldError.unsupported(MATCH, match, List.of(NOT_OLDER)));
        }
        return problems.isEmpty()
                ? Reply.of(options)
                : Reply.no(StatusError.invalid(OPTIONS, "", problems));
    }

    /// Whether the list must be at exactly its resource version. The caller has excluded an empty
    /// version and 0.
    static boolean exact(ListOptions options) {
        // Parity: the first page of a list with `limit` and without `resourceVersionMatch` is
        // exact.
        return options.resourceVersionMatch().equals(EXACT)
                || options.resourceVersionMatch().isEmpty() && options.limit() > 0;
    }

    /// A resource version as a number; 0 if it is empty.
    static Reply<Long> listed(String version) {
        return number(version)
                .map(Reply::of)
                .orElseGet(() ->
                        Reply.no(
                                StatusError.badRequest(
                                        "invalid resource version: " + complaint(version))));
    }

    // Parity: for a watch, the API server reports an invalid version as an unknown error.
    static Reply<Long> watched(String version) {
        return number(version)
                .map(Reply::of)
                .orElseGet(
                        () -> Reply.no(new StatusError(StatusReason.UNKNOWN, complaint(version))));
    }

    private static Optional<Long> number(String version) {
        if (version.isEmpty()) {
            return Optional.of(0L);
        }
        try {
            return version.charAt(0) == '-' || version.charAt(0) == '+'
                    ? Optional.empty()
                    : Optional.of(Long.parseLong(version));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String complaint(String version) {
        String shown = Json.of(version).text();
        String why = version.matches("[0-9]+") ? "value out of range" : "invalid syntax";
        return "resourceVersion: Invalid value: %s: strconv.ParseUint: parsing %s: %s"
                .formatted(shown, shown, why);
    }
}
