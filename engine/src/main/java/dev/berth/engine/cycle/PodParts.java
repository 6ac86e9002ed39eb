package dev.berth.engine.cycle;

import dev.berth.model.Pod;
import dev.berth.spi.DependsOn;
import dev.berth.spi.PodPart;

/// The parts of a pod besides its shape that a filter or scorer was created for.
final class PodParts {
    private static final PodParts NONE = new PodParts(new PodPart[0], new Object[0]);

    private final PodPart[] parts;
    private final Object[] values;

    private PodParts(PodPart[] parts, Object[] values) {
        this.parts = parts;
        this.values = values;
    }

    static PodParts of(Pod pod, DependsOn depends) {
        if (depends.parts().isEmpty()) {
            return NONE;
        }
        PodPart[] parts = depends.parts().toArray(PodPart[]::new);
        var values = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
            values[i] = parts[i].of(pod);
        }
        return new PodParts(parts, values);
    }

    /// Whether a pod has these parts.
    boolean same(Pod pod) {
        for (int i = 0; i < parts.length; i++) {
            if (!values[i].equals(parts[i].of(pod))) {
                return false;
            }
        }
        return true;
    }
}
