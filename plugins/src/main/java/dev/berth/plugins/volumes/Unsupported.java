package dev.berth.plugins.volumes;

import dev.berth.model.Pod;
import dev.berth.model.Volume;
import dev.berth.spi.Judgement;
import dev.berth.spi.Reject;

import java.util.Set;

/// Refuses pods with volumes that a plugin would have to look into and cannot yet.
final class Unsupported {
    static final String CLAIM = "persistentVolumeClaim";
    static final String EPHEMERAL = "ephemeral";

    private Unsupported() {}

    /// A refusal of the first volume whose source is in `sources`; without one there is nothing to
    /// check.
    static Judgement judge(Pod pod, Set<String> sources) {
        for (Volume volume : pod.spec().volumes()) {
            if (sources.contains(volume.source())) {
                return Judgement.refuse(
                        Reject.unresolvable(
                                "pod uses %s, which this version cannot schedule"
                                        .formatted(shown(volume))));
            }
        }
        return Judgement.SKIP;
    }

    private static String shown(Volume volume) {
        return switch (volume.source()) {
            case CLAIM ->
                    "PersistentVolumeClaim \"%s\""
                            .formatted(volume.detail().textAt("claimName").orElse(""));
            default -> "%s volume \"%s\"".formatted(volume.source(), volume.name());
        };
    }
}
