package dev.berth.apiserver;

import dev.berth.controlplane.api.DeleteOptions;
import dev.berth.controlplane.api.FieldValidation;
import dev.berth.controlplane.api.ListOptions;
import dev.berth.controlplane.api.WatchOptions;
import dev.berth.controlplane.api.WriteOptions;
import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.StatusDetails;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.GoQuoted;
import dev.berth.model.json.Json;
import dev.berth.serving.http.QueryParameters;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// The options of requests, from queries and bodies.
record RequestOptions(QueryParameters query) {
    private static final String META = "meta.k8s.io";

    String text(String name) {
        return query.first(name).orElse("");
    }

    /// Parity: Convert_Slice_string_To_bool treats any value except `false` and `0` as true.
    boolean flag(String name) {
        if (!query.has(name)) {
            return false;
        }
        String value = text(name).toLowerCase(Locale.ROOT);
        return !value.equals("false") && !value.equals("0");
    }

    /// @throws ApiStatusException if the value is not a number
    OptionalLong number(String name) {
        String value = text(name);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(value));
        } catch (NumberFormatException e) {
            throw new ApiStatusException(
                    StatusError.badRequest(
                            "strconv.ParseInt: parsing %s: %s"
                                    .formatted(
                                            GoQuoted.of(value),
                                            value.matches("[+-]?[0-9]+")
                                                    ? "value out of range"
                                                    : "invalid syntax")));
        }
    }

    ListOptions list() {
        return new ListOptions(
                text("labelSelector"),
                text("fieldSelector"),
                Math.max(number("limit").orElse(0), 0),
                text("continue"),
                text("resourceVersion"),
                text("resourceVersionMatch"));
    }

    WatchOptions watch(String fieldSelector) {
        return new WatchOptions(
                text("labelSelector"),
                fieldSelector,
                text("resourceVersion"),
                text("resourceVersionMatch"),
                flag("allowWatchBookmarks"),
                flag("sendInitialEvents"));
    }

    /// @param options the name of the options in messages: `CreateOptions`
    WriteOptions write(String options) {
        return new WriteOptions(dryRun(options, query.all("dryRun")), fields(options));
    }

    private FieldValidation fields(String options) {
        String word = text("fieldValidation");
        return switch (word) {
            case "" -> FieldValidation.WARN;
            case "Warn" -> FieldValidation.WARN;
            case "Strict" -> FieldValidation.STRICT;
            case "Ignore" -> FieldValidation.IGNORE;
            default ->
                    throw unsupported(
                            options,
                            "fieldValidation",
                            GoQuoted.of(word),
                            "\"\", \"Ignore\", \"Strict\", \"Warn\"");
        };
    }

    private static boolean dryRun(String options, List<String> words) {
        if (words.stream().anyMatch(word -> !word.equals("All"))) {
            throw unsupported(
                    options,
                    "dryRun",
                    "[" + String.join(",", words.stream().map(GoQuoted::of).toList()) + "]",
                    "\"All\"");
        }
        return !words.isEmpty();
    }

    /// @param body `DeleteOptions`, which replace the query if they are present
    DeleteOptions delete(Optional<Json.Obj> body) {
        return body.isPresent() ? delete(body.get()) : deleteByQuery();
    }

    private DeleteOptions deleteByQuery() {
        return new DeleteOptions(
                new DeleteRequest("", "", grace(number("gracePeriodSeconds"))),
                propagation(text("propagationPolicy"), orphans(text("orphanDependents"))),
                dryRun("DeleteOptions", query.all("dryRun")));
    }

    private DeleteOptions delete(Json.Obj body) {
        Json.Obj preconditions = Path.of("preconditions").object(body);
        OptionalLong seconds =
                body.field("gracePeriodSeconds").orElse(Json.Null.NULL) instanceof Json.Num number
                        ? number.asLong()
                        : OptionalLong.empty();
        List<String> dryRun =
                Path.of("dryRun").items(body).stream()
                        .map(word -> word instanceof Json.Str(var text) ? text : word.text())
                        .toList();
        Optional<Boolean> orphan =
                body.field("orphanDependents").orElse(Json.Null.NULL) instanceof Json.Bool(var yes)
                        ? Optional.of(yes)
                        : Optional.empty();
        return new DeleteOptions(
                new DeleteRequest(
                        Path.of("uid").text(preconditions),
                        Path.of("resourceVersion").text(preconditions),
                        grace(seconds)),
                propagation(Path.of("propagationPolicy").text(body), orphan),
                dryRun("DeleteOptions", dryRun));
    }

    private static OptionalLong grace(OptionalLong seconds) {
        // Parity: a negative grace period is one second.
        return seconds.isPresent() && seconds.getAsLong() < 0 ? OptionalLong.of(1) : seconds;
    }

    private Optional<Boolean> orphans(String word) {
        return word.isEmpty() ? Optional.empty() : Optional.of(flag("orphanDependents"));
    }

    private static DeleteOptions.Propagation propagation(String word, Optional<Boolean> orphan) {
        if (!word.isEmpty() && orphan.isPresent()) {
            throw invalid(
                    "DeleteOptions",
                    "propagationPolicy",
                    "FieldValueInvalid",
                    "Invalid value: "
                            + GoQuoted.of(word)
                            + ": orphanDependents and deletionPropagation cannot be both set");
        }
        return switch (word) {
            case "" ->
                    orphan.map(yes ->
                                    yes
                                            ? DeleteOptions.Propagation.ORPHAN
                                            : DeleteOptions.Propagation.BACKGROUND)
                            .orElse(DeleteOptions.Propagation.UNSPECIFIED);
            case "Orphan" -> DeleteOptions.Propagation.ORPHAN;
            case "Background" -> DeleteOptions.Propagation.BACKGROUND;
            case "Foreground" -> DeleteOptions.Propagation.FOREGROUND;
            default ->
                    throw unsupported(
                            "DeleteOptions",
                            "propagationPolicy",
                            GoQuoted.of(word),
                            "\"Foreground\", \"Background\", \"Orphan\", \"nil\"");
        };
    }

    private static ApiStatusException unsupported(
            String options, String field, String value, String supported) {
        return invalid(
                options,
                field,
                "FieldValueNotSupported",
                "Unsupported value: " + value + ": supported values: " + supported);
    }

    private static ApiStatusException invalid(
            String options, String field, String reason, String what) {
        return new ApiStatusException(
                new StatusError(
                        StatusReason.INVALID,
                        "%s.%s \"\" is invalid: %s: %s".formatted(options, META, field, what),
                        StatusDetails.of("", META, options)
                                .with(new StatusDetails.Cause(reason, what, field))));
    }
}
