package dev.berth.plugins.legacy;

import dev.berth.model.OwnerReference;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;
import dev.berth.spi.DependsOn;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodPart;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Score;

import java.util.List;
import java.util.Optional;

/// Prefers nodes whose annotation does not list the controller of the pod (kube-scheduler 1.18:
/// `NodePreferAvoidPods`).
final class NodePreferAvoidPods implements Score {
    private static final String ANNOTATION = "scheduler.alpha.kubernetes.io/preferAvoidPods";

    @Override
    public boolean hasPreScore() {
        return false;
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        return PreScoreResult.of(
                new Avoidance(
                        cycle.pod()
                                .meta()
                                .controller()
                                .filter(NodePreferAvoidPods::counts)
                                .map(Controller::of)));
    }

    private static boolean counts(OwnerReference owner) {
        return owner.kind().equals("ReplicationController") || owner.kind().equals("ReplicaSet");
    }

    private record Controller(String kind, String uid) {
        static Controller of(OwnerReference owner) {
            return new Controller(owner.kind(), owner.uid());
        }

        static Controller avoided(Fields entry) {
            Fields controller = entry.object("podSignature").object("podController");
            return new Controller(controller.text("kind", ""), controller.text("uid", ""));
        }
    }

    private record Avoidance(Optional<Controller> controller) implements NodeScorer {
        private static final DependsOn DEPENDS =
                DependsOn.onAttributes().alsoKeyedBy(PodPart.OWNERS);

        @Override
        public long score(NodeView node) {
            if (controller.isEmpty()) {
                return MAX_SCORE;
            }
            Optional<String> written = node.node().meta().annotations().get(ANNOTATION);
            return written.isPresent() && avoided(written.get()).contains(controller.get())
                    ? 0
                    : MAX_SCORE;
        }

        private static List<Controller> avoided(String written) {
            try {
                return Json.parse(written) instanceof Json.Obj document
                        ? Fields.of(document).list("preferAvoidPods", Controller::avoided)
                        : List.of();
            } catch (JsonException | DecodeException unreadable) {
                // Parity: an invalid annotation is ignored.
                return List.of();
            }
        }

        @Override
        public DependsOn dependsOn() {
            return DEPENDS;
        }
    }
}
