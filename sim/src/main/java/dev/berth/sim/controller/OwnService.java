package dev.berth.sim.controller;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.store.Manifests;
import dev.berth.sim.store.ObjectVersion;

import org.jspecify.annotations.Nullable;

/// Brings the service back by which pods would find the API, where there was one.
final class OwnService implements Controller {
    private static final String KEY = "default/kubernetes";

    private final Desk desk;
    private @Nullable ObjectVersion gone;

    OwnService(Desk desk) {
        this.desk = desk;
    }

    @Override
    public void changed(Sight sight) {
        if (sight.isOf(Kind.SERVICE) && sight.after().key().equals(KEY)) {
            gone = sight.gone() ? sight.after() : null;
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
                Places.LABELS.set(
                        Manifests.named(Kind.SERVICE, last.namespace(), last.name()),
                        Places.LABELS.object(last.json()));
        desk.create(Kind.SERVICE, service.with("spec", Places.SPEC.object(last.json())));
        return 1;
    }
}
