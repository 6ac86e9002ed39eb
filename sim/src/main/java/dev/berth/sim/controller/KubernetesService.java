package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

/// Creates the service `kubernetes` again after its deletion.
final class KubernetesService implements Controller {
    private static final String KEY = "default/kubernetes";

    private final ControllerContext context;
    private @Nullable ObjectVersion gone;

    KubernetesService(ControllerContext context) {
        this.context = context;
    }

    @Override
    public void changed(CacheUpdate update) {
        if (update.isOf(Kind.SERVICE) && update.after().key().equals(KEY)) {
            gone = update.gone() ? update.after() : null;
        }
    }

    @Override
    public int settle() {
        ObjectVersion last = gone;
        if (last == null) {
            return 0;
        }
        gone = null;
        Json.Obj service =
                ControllerFields.LABELS.set(
                        ObjectTemplates.named(Kind.SERVICE, last.namespace(), last.name()),
                        ControllerFields.LABELS.object(last.json()));
        context.create(
                Kind.SERVICE, service.with("spec", ControllerFields.SPEC.object(last.json())));
        return 1;
    }
}
