package dev.berth.harness.cases;

import dev.berth.model.json.Json.Obj;

import java.util.List;

/// Generates the devices of a case: the stored objects, and the claims of pods.
interface DeviceGenerator {
    /// For a case without devices. It uses no random numbers, so such cases do not change.
    DeviceGenerator NONE =
            new DeviceGenerator() {
                @Override
                public List<Obj> objects() {
                    return List.of();
                }

                @Override
                public Obj node(Obj node) {
                    return node;
                }

                @Override
                public Obj pod(Obj pod) {
                    return pod;
                }
            };

    static DeviceGenerator of(CaseDraft draft) {
        return draft.knows(CaseTheme.DEVICES) ? new GeneratedDevices(draft) : NONE;
    }

    /// The stored objects, after all pods are generated.
    List<Obj> objects();

    /// The node, possibly with extended resources.
    Obj node(Obj node);

    /// The pod, possibly with claims and extended resources.
    Obj pod(Obj pod);
}
