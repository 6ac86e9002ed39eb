package dev.berth.plugins.volumes;

import dev.berth.model.Labels;
import dev.berth.model.PersistentVolume;
import dev.berth.model.WellKnownLabels;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The zones or regions in a label of a volume.
record VolumeZoneLabel(String label, Set<String> names) {
    private static final List<String> LABELS =
            List.of(
                    WellKnownLabels.BETA_ZONE,
                    WellKnownLabels.BETA_REGION,
                    WellKnownLabels.ZONE,
                    WellKnownLabels.REGION);

    VolumeZoneLabel {
        names = Set.copyOf(names);
    }

    /// All zone and region labels of the volume; invalid values are ignored.
    static List<VolumeZoneLabel> of(PersistentVolume volume) {
        var places = new ArrayList<VolumeZoneLabel>();
        for (String label : LABELS) {
            volume.meta()
                    .labels()
                    .get(label)
                    .flatMap(VolumeZoneLabel::names)
                    .ifPresent(names -> places.add(new VolumeZoneLabel(label, names)));
        }
        return places;
    }

    private static Optional<Set<String>> names(String value) {
        var names = new HashSet<String>();
        for (String name : value.split(Translation.SEVERAL, -1)) {
            if (name.isBlank()) {
                return Optional.empty();
            }
            names.add(name.strip());
        }
        return Optional.of(names);
    }

    /// Whether a node with these labels matches, or has no zone or region labels.
    boolean suits(Labels node) {
        Optional<String> delivered = node.get(label).or(() -> node.get(today()));
        return delivered.isPresent()
                ? names.contains(delivered.get())
                : LABELS.stream().noneMatch(node::has);
    }

    /// The current name of this label.
    private String today() {
        return switch (label) {
            case WellKnownLabels.BETA_ZONE -> WellKnownLabels.ZONE;
            case WellKnownLabels.BETA_REGION -> WellKnownLabels.REGION;
            default -> label;
        };
    }
}
