package dev.berth.sim.api;

import dev.berth.model.json.Json;
import dev.berth.sim.store.Details;
import dev.berth.sim.store.Listing;
import dev.berth.sim.store.ObjectVersion;
import dev.berth.sim.store.Reason;
import dev.berth.sim.store.Refusal;
import dev.berth.sim.store.Reply;
import dev.berth.sim.store.Selection;
import dev.berth.sim.store.Store;
import dev.berth.sim.store.Watch;

import java.util.List;

/// Lists, page by page, and watches.
final class Lists {
    private static final String STALE =
            "The provided continue parameter is too old to display a consistent list result. You"
                    + " can start a new list without the continue parameter, or use the continue"
                    + " token in this response to retrieve the remainder of the results. Continuing"
                    + " with the provided token results in an inconsistent list - objects that were"
                    + " created, modified, or deleted between the time the first chunk was returned"
                    + " and now may show up in the list.";

    private final Store store;

    Lists(Store store) {
        this.store = store;
    }

    /// A page as the store has it.
    record Found(long revision, List<ObjectVersion> objects, String continued, long remaining) {}

    Reply<Found> list(Resource resource, String namespace, ListOptions options) {
        return Selections.of(resource, namespace, options.labelSelector(), options.fieldSelector())
                .then(selection ->
                        Versions.checked(options)
                                .then(_ ->
                                        options.continued().isEmpty()
                                                ? first(selection, options)
                                                : rest(selection, options)));
    }

    private Reply<Found> first(Selection selection, ListOptions options) {
        return Versions.listed(options.resourceVersion())
                .then(version -> {
                    if (version > store.revision()) {
                        return Reply.no(Refusal.tooLarge(version, store.revision()));
                    }
                    return version > 0 && Versions.exact(options)
                            ? store.list(selection, version).orIfExpired(Lists::tooOld)
                            : Reply.of(store.list(selection));
                })
                .map(listing -> page(listing, "", options));
    }

    private Reply<Found> rest(Selection selection, ListOptions options) {
        return Continued.read(options.continued())
                .then(from -> {
                    if (!options.resourceVersion().isEmpty()
                            && !options.resourceVersion().equals("0")) {
                        return Reply.no(
                                Refusal.badRequest(
                                        "specifying resource version is not allowed when using"
                                                + " continue"));
                    }
                    Reply<Listing> listing =
                            from.revision() < 0
                                    ? Reply.of(store.list(selection))
                                    : store.list(selection, from.revision())
                                            .orIfExpired(_ -> stale(from));
                    return listing.map(it -> page(it, from.after(), options));
                });
    }

    private static Refusal tooOld(Refusal expired) {
        return new Refusal(Reason.EXPIRED, "The resourceVersion for the provided list is too old.");
    }

    private static Refusal stale(Continued from) {
        return new Refusal(
                Reason.EXPIRED,
                STALE,
                Details.NONE.continuing(new Continued(-1, from.after()).token()));
    }

    private static Found page(Listing listing, String after, ListOptions options) {
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
                new Continued(listing.revision(), shown.getLast().key()).token(),
                selected ? -1 : objects.size() - limit);
    }

    Reply<Watch> watch(Resource resource, String namespace, WatchOptions options, Runnable wakeUp) {
        return Selections.of(resource, namespace, options.labelSelector(), options.fieldSelector())
                .then(selection ->
                        Versions.checked(options)
                                .then(_ -> Versions.watched(options.resourceVersion()))
                                .then(version -> watch(selection, version, options, wakeUp)));
    }

    private Reply<Watch> watch(
            Selection selection, long version, WatchOptions options, Runnable wakeUp) {
        if (version > store.revision()) {
            return Reply.no(Refusal.tooLarge(version, store.revision()));
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

    /// An object of a list, which leaves its kind to the list.
    static Json.Obj item(Json.Obj object) {
        return object.without("kind").without("apiVersion");
    }
}
