package dev.berth.controlplane.api;

import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.Labels;
import dev.berth.model.Selector;

/// Builds the selection of objects from the label selector and field selector of a request.
final class SelectorParameters {
    private SelectorParameters() {}

    static Reply<ObjectSelection> of(
            ApiResource resource, String namespace, String labelSelector, String fieldSelector) {
        ObjectSelection all = ObjectSelection.of(resource.stored()).in(namespace);
        return labeled(all, labelSelector)
                .then(some ->
                        FieldQuery.read(fieldSelector).then(query -> where(resource, some, query)));
    }

    private static Reply<ObjectSelection> labeled(ObjectSelection selection, String labelSelector) {
        try {
            Selector selector = LabelQuery.read(labelSelector);
            return Reply.of(
                    selector.isEmpty()
                            ? selection
                            : selection.where(it -> selector.matches(labels(it))));
        } catch (LabelQuery.Unreadable e) {
            return Reply.no(StatusError.badRequest(String.valueOf(e.getMessage())));
        }
    }

    private static Labels labels(ObjectVersion object) {
        return object.typed().meta().labels();
    }

    private static Reply<ObjectSelection> where(
            ApiResource resource, ObjectSelection selection, FieldQuery query) {
        Reply<ObjectSelection> narrowed = Reply.of(selection);
        for (FieldQuery.Term term : query.terms()) {
            narrowed =
                    narrowed.then(so ->
                            FieldLabels.find(resource, term.field())
                                    .map(path -> where(resource, so, term, path)));
        }
        return narrowed;
    }

    private static ObjectSelection where(
            ApiResource resource, ObjectSelection selection, FieldQuery.Term term, Path path) {
        if (term.equal()
                && resource.kind().equals(Kind.POD)
                && term.field().equals("spec.nodeName")
                && selection.node().isEmpty()) {
            return selection.onNode(term.value());
        }
        return selection.where(it ->
                FieldLabels.value(term.field(), path, it.json()).equals(term.value())
                        == term.equal());
    }
}
