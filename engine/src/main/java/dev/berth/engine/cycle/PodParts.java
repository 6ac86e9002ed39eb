package dev.berth.engine.cycle;

import dev.berth.model.Pod;
import dev.berth.spi.DependsOn;
import dev.berth.spi.PodPart;

import java.util.ArrayList;
import java.util.List;

/// The parts of a pod besides its shape that a filter or scorer was created for.
final class PodParts {
    private PodParts() {}

    static List<Object> of(Pod pod, DependsOn depends) {
        if (depends.parts().isEmpty()) {
            return List.of();
        }
        var parts = new ArrayList<Object>();
        for (PodPart part : depends.parts()) {
            parts.add(part.of(pod));
        }
        return parts;
    }

    /// Whether a pod has the parts that [#of] returned for another pod.
    static boolean same(List<Object> parts, Pod pod, DependsOn depends) {
        if (parts.isEmpty()) {
            return true;
        }
        int index = 0;
        for (PodPart part : depends.parts()) {
            if (!parts.get(index++).equals(part.of(pod))) {
                return false;
            }
        }
        return true;
    }
}
