package dev.berth.engine.differential;

import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodAffinity;
import dev.berth.model.SpreadConstraint;
import dev.berth.spi.ObjectChange;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Changes that let a pod fit although kube-scheduler's hints return false; the five-minute flush
/// or a later event requeues the pod. `docs/parity.md` lists them.
enum KnownGap {
    /// InterPodAffinity does not register for the deletion of a node with its pods.
    NODE_GONE {
        @Override
        boolean explains(Set<String> rejectors, Scene scene, ObjectChange change) {
            return rejectors.contains(AFFINITY)
                    && subject(change) instanceof Node
                    && change.after().isEmpty();
        }
    },
    /// A node comes or moves, and only terms of running pods speak of it.
    TERMS_OF_OTHERS {
        @Override
        boolean explains(Set<String> rejectors, Scene scene, ObjectChange change) {
            return rejectors.contains(AFFINITY)
                    && subject(change) instanceof Node
                    && change.after().isPresent()
                    && scene.pods().stream().anyMatch(pod -> !away(pod).isEmpty());
        }
    },
    /// The last pod of the kind that `web` wants near goes, or is of that kind no more, or its node
    /// leaves the topology: `web`, which is of that kind itself, could now be the first.
    LAST_OF_ITS_KIND {
        @Override
        boolean explains(Set<String> rejectors, Scene scene, ObjectChange change) {
            return rejectors.contains(AFFINITY)
                    && !near(scene.web()).isEmpty()
                    && change.before().isPresent();
        }
    },
    /// A term chooses namespaces by their labels, which hints do not look up.
    NAMESPACE_SELECTOR {
        @Override
        boolean explains(Set<String> rejectors, Scene scene, ObjectChange change) {
            return rejectors.contains(AFFINITY)
                    && subject(change) instanceof Pod pod
                    && Stream.of(near(scene.web()), away(scene.web()), away(pod))
                            .flatMap(List::stream)
                            .anyMatch(term -> term.namespaceSelector().isPresent());
        }
    },
    /// A pod that is being deleted no longer counts for spreading, but that it is being deleted is
    /// no event.
    DELETION_BEGINS {
        @Override
        boolean explains(Set<String> rejectors, Scene scene, ObjectChange change) {
            return rejectors.contains(SPREAD)
                    && subject(change) instanceof Pod pod
                    && pod.terminating()
                    && change.before().isPresent();
        }
    },
    /// A node begins or ceases to count for spreading by labels that `web` selects nodes by: hints
    /// look at topology labels only.
    SELECTED_NODES {
        @Override
        boolean explains(Set<String> rejectors, Scene scene, ObjectChange change) {
            var parts = scene.web().template().parts();
            return rejectors.contains(SPREAD)
                    && subject(change) instanceof Node
                    && change.before().isPresent()
                    && change.after().isPresent()
                    && (parts.nodeSelector().isPresent() || parts.affinity().node().isPresent())
                    && parts.spread().stream().anyMatch(KnownGap::honorsAffinity);
        }
    },
    /// A label of `web` changes that its spread constraints take over into their selector: hints
    /// see no difference if `web` itself is not selected.
    MATCH_LABEL_KEYS {
        @Override
        boolean explains(Set<String> rejectors, Scene scene, ObjectChange change) {
            return rejectors.contains(SPREAD)
                    && change.before().isPresent()
                    && change.before().get() instanceof Pod before
                    && before.uid().equals(scene.web().uid())
                    && scene.web().template().parts().spread().stream()
                            .flatMap(constraint -> constraint.matchLabelKeys().stream())
                            .anyMatch(key ->
                                    !before.labels()
                                            .get(key)
                                            .equals(scene.web().labels().get(key)));
        }
    };

    private static final String AFFINITY = "InterPodAffinity";
    private static final String SPREAD = "PodTopologySpread";

    /// Whether this gap explains why no plugin that rejected `web` returned a positive hint.
    abstract boolean explains(Set<String> rejectors, Scene scene, ObjectChange change);

    static Optional<KnownGap> explaining(Set<String> rejectors, Scene scene, ObjectChange change) {
        return Stream.of(values())
                .filter(gap -> gap.explains(rejectors, scene, change))
                .findFirst();
    }

    private static KubeObject subject(ObjectChange change) {
        return change.after().or(change::before).orElseThrow();
    }

    private static List<PodAffinity.Term> near(Pod pod) {
        return pod.template().affinity().pod().map(PodAffinity::required).orElse(List.of());
    }

    private static List<PodAffinity.Term> away(Pod pod) {
        return pod.template().affinity().antiPod().map(PodAffinity::required).orElse(List.of());
    }

    private static boolean honorsAffinity(SpreadConstraint constraint) {
        return constraint.nodeAffinityPolicy().orElse("Honor").equals("Honor");
    }
}
