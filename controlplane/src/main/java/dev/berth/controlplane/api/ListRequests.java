package dev.berth.controlplane.api;

import dev.berth.controlplane.store.ListResult;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusDetails;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.Watch;
import dev.berth.model.json.Json;

import java.util.List;

/// Serves paged lists and watches.
final class ListRequests {
    private static final String STALE =
            "The provided continue parameter is too old to display a consistent list result. You"
                    + " can start a new list without the continue parameter, or use the continue"
                    + " token in this response to retrieve the remainder of the results. Continuing"
                    + " with the provided token results in an inconsistent list - objects that were"
                    + " created, modified, or deleted between the time the first chunk was returned"
                    + " and now may show up in the list.";

    private final Store store;

    ListRequests(Store store) {
        this.store = store;
    }

    /// A page of stored objects.
    record Found(long revision, List<ObjectVersion> objects, String continued, long remaining) {}

    Reply<Found> list(ApiResource resource, String namespace, ListOptions options) {
        return SelectorParameters.of(
                        resource, namespace, options.labelSelector(), options.fieldSelector())
                .then(selection ->
                        ResourceVersions.checked(options)
                                .then(_ ->
                                        options.continued().isEmpty()
                                                ? first(selection, options)
                                                : rest(selection, options)));
    }

    private Reply<Found> first(ObjectSelection selection, ListOptions options) {
        return ResourceVersions.listed(options.resourceVersion())
                .then(version -> {
                    if (version > store.revision()) {
                        return Reply.no(StatusError.tooLarge(version, store.revision()));
                    }
                    return version > 0 && ResourceVersions.exact(options)
                            ? store.list(selection, version).orIfExpired(ListRequests::tooOld)
                            : Reply.of(store.list(selection));
                })
                .map(listing -> page(listing, "", options));
    }

    private Reply<Found> rest(ObjectSelection selection, ListOptions options) {
        return ContinueToken.read(options.continued())
                .then(from -> {
                    if (!options.resourceVersion().isEmpty()
                            && !options.resourceVersion().equals("0")) {
                        return Reply.no(
                                StatusError.badRequest(
                                        "specifying resource version is not allowed when using"
                                                + " continue"));
                    }
                    Reply<ListResult> listing =
                            from.revision() < 0
                                    ? Reply.of(store.list(selection))
                                    : store.list(selection, from.revision())
                                            .orIfExpired(_ -> stale(from));
                    return listing.map(it -> page(it, from.after(), options));
                });
    }

    private static StatusError tooOld(StatusError expired) {
        return new StatusError(
                StatusReason.EXPIRED, "The resourceVersion for the provided list is too old.");
    }

    private static StatusError stale(ContinueToken from) {
        return new StatusError(
                StatusReason.EXPIRED,
                STALE,
                StatusDetails.NONE.continuing(new ContinueToken(-1, from.after()).token()));
    }

    private static Found page(ListResult listing, String after, ListOptions options) {
        List<ObjectVersion> objects =
                after.isEmpty()
                        ? listing.objects()
                        : listing.objects().stream()
                                .filter(it -> it.key().compareTo(after) > 0)
                                .toList();
        long limit = options.limit();
        if (limit <= 0 || objects.size() <= limit) {
            return new Found(listing.revision(), objects, "", -1);
        }
        List<ObjectVersion> shown = objects.subList(0, (int) limit);
        boolean selected = !options.labelSelector().isEmpty() || !options.fieldSelector().isEmpty();
        return new Found(
                listing.revision(),
                shown,
                new ContinueToken(listing.revision(), shown.getLast().key()).token(),
                selected ? -1 : objects.size() - limit);
    }

    Reply<Watch> watch(
            ApiResource resource, String namespace, WatchOptions options, Runnable wakeUp) {
        return SelectorParameters.of(
                        resource, namespace, options.labelSelector(), options.fieldSelector())
                .then(selection ->
                        ResourceVersions.checked(options)
                                .then(_ -> ResourceVersions.watched(options.resourceVersion()))
                                .then(version -> watch(selection, version, options, wakeUp)));
    }

    private Reply<Watch> watch(
            ObjectSelection selection, long version, WatchOptions options, Runnable wakeUp) {
        if (version > store.revision()) {
            return Reply.no(StatusError.tooLarge(version, store.revision()));
        }
        if (options.initialEvents()) {
            return Reply.of(
                    options.bookmarks()
                            ? store.watchWithBookmark(selection, wakeUp)
                            : store.watch(selection, wakeUp));
        }
        return version == 0
                ? Reply.of(store.watch(selection, wakeUp))
                : store.watch(selection, version, wakeUp);
    }

    /// An item of a list, which has no `kind` and `apiVersion`.
    static Json.Obj item(Json.Obj object) {
        return object.without("kind").without("apiVersion");
    }
}
