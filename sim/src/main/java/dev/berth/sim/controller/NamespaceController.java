package dev.berth.sim.controller;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.store.ObjectSelection;
import dev.berth.sim.store.ObjectTemplates;
import dev.berth.sim.store.ObjectVersion;
import dev.berth.sim.store.WriteScope;

import java.time.Duration;
import java.util.List;

/// Gives every namespace its service account, and empties those that are to go before they go.
final class NamespaceController implements Controller {
    private static final Kind SERVICE_ACCOUNT =
            new Kind("", "v1", "ServiceAccount", "serviceaccounts", true);

    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final ControllerContext desk;
    private final WorkQueue namespaces;

    NamespaceController(ControllerContext desk) {
        this.desk = desk;
        this.namespaces = desk.attention();
    }

    @Override
    public void changed(CacheUpdate sight) {
        if (sight.isOf(Kind.NAMESPACE)) {
            namespaces.to(sight.after().name());
        } else if (!sight.after().namespace().isEmpty()
                && (sight.gone() || sight.isOf(SERVICE_ACCOUNT))) {
            namespaces.to(sight.after().namespace());
        }
    }

    @Override
    public int settle() {
        return namespaces.turnTo(
                name -> desk.view().find(Kind.NAMESPACE, name).ifPresent(this::look));
    }

    private void look(ObjectVersion namespace) {
        if (!OwnerReferences.leaving(namespace)) {
            furnish(namespace.name());
            return;
        }
        // Events and leases are not in the view, so the store is asked.
        List<ObjectVersion> left =
                desk.store().list(ObjectSelection.everything().in(namespace.name())).objects();
        left.stream().filter(each -> !OwnerReferences.leaving(each)).forEach(desk::delete);
        if (desk.store()
                .list(ObjectSelection.everything().in(namespace.name()))
                .objects()
                .isEmpty()) {
            desk.change(
                    namespace,
                    Json.Obj.of("spec", Json.Obj.of("finalizers", Json.Null.NULL)),
                    WriteScope.WHOLE);
        } else {
            // Events and leases that come meanwhile do not show in the view.
            namespaces.later(AGAIN, namespace.name());
        }
    }

    private void furnish(String namespace) {
        if (desk.view().find(SERVICE_ACCOUNT, namespace + "/default").isEmpty()) {
            desk.create(
                    SERVICE_ACCOUNT, ObjectTemplates.named(SERVICE_ACCOUNT, namespace, "default"));
        }
    }
}
