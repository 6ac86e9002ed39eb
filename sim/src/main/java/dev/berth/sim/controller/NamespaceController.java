package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.util.List;

/// Creates the default service account of every namespace, and deletes the objects of a namespace
/// that is being deleted.
final class NamespaceController implements Controller {
    private static final Kind SERVICE_ACCOUNT =
            new Kind("", "v1", "ServiceAccount", "serviceaccounts", true);

    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final ControllerContext context;
    private final WorkQueue namespaces;

    NamespaceController(ControllerContext context) {
        this.context = context;
        this.namespaces = context.workQueue();
    }

    @Override
    public void changed(CacheUpdate update) {
        if (update.isOf(Kind.NAMESPACE)) {
            namespaces.to(update.after().name());
        } else if (!update.after().namespace().isEmpty()
                && (update.gone() || update.isOf(SERVICE_ACCOUNT))) {
            namespaces.to(update.after().namespace());
        }
    }

    @Override
    public int settle() {
        return namespaces.process(
                name -> context.view().find(Kind.NAMESPACE, name).ifPresent(this::look));
    }

    private void look(ObjectVersion namespace) {
        if (!OwnerReferences.leaving(namespace)) {
            furnish(namespace.name());
            return;
        }
        // The cache has no events and leases, so the store lists the objects.
        List<ObjectVersion> left =
                context.store().list(ObjectSelection.everything().in(namespace.name())).objects();
        left.stream().filter(each -> !OwnerReferences.leaving(each)).forEach(context::delete);
        if (context.store()
                .list(ObjectSelection.everything().in(namespace.name()))
                .objects()
                .isEmpty()) {
            context.change(
                    namespace,
                    Json.Obj.of("spec", Json.Obj.of("finalizers", Json.Null.NULL)),
                    WriteScope.WHOLE);
        } else {
            // The cache reports no new events and leases, so the namespace is checked again later.
            namespaces.later(AGAIN, namespace.name());
        }
    }

    private void furnish(String namespace) {
        if (context.view().find(SERVICE_ACCOUNT, namespace + "/default").isEmpty()) {
            context.create(
                    SERVICE_ACCOUNT, ObjectTemplates.named(SERVICE_ACCOUNT, namespace, "default"));
        }
    }
}
