package dev.berth.plugins.legacy;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.model.OwnerReference;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodePreferAvoidPodsTest {
    private static final String ANNOTATION = "scheduler.alpha.kubernetes.io/preferAvoidPods";
    private static final String AVOIDS =
            """
            {"preferAvoidPods": [
              {"podSignature": {"podController": {"apiVersion": "v1",
                "kind": "ReplicationController", "name": "foo", "uid": "one", "controller": true}},
               "reason": "some reason", "message": "some message"},
              {"podSignature": {"podController": {"kind": "ReplicaSet", "uid": "two"}}}]}
            """;

    private static PodBuilder ownedBy(String kind, String uid, boolean controller) {
        return pod("p").owner(new OwnerReference("v1", kind, "foo", uid, controller));
    }

    private static void expect(String annotation, PodBuilder pod, long score) {
        Old.plugin("NodePreferAvoidPods")
                .nodes(node("plain"), node("n").annotation(ANNOTATION, annotation))
                .schedule(pod)
                .scores("plain", 100)
                .scores("n", score);
    }

    @Test
    void aNodeIsSparedThePodsOfTheControllersItNames() {
        expect(AVOIDS, ownedBy("ReplicationController", "one", true), 0);
        expect(AVOIDS, ownedBy("ReplicaSet", "two", true), 0);
    }

    @Test
    void kindAndUidMustBothBeThose() {
        expect(AVOIDS, ownedBy("ReplicationController", "two", true), 100);
        expect(AVOIDS, ownedBy("ReplicaSet", "three", true), 100);
    }

    @Test
    void otherOwnersDoNotCount() {
        expect(AVOIDS, ownedBy("ReplicaSet", "two", false), 100);
        expect(AVOIDS.replace("ReplicaSet", "Job"), ownedBy("Job", "two", true), 100);
        expect(AVOIDS, pod("p"), 100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}",
                "{\"preferAvoidPods\": 1}",
                "{\"preferAvoidPods\": [{\"podSignature\": {\"podController\": {\"kind\":"
                        + " \"ReplicaSet\", \"uid\": \"two\"}}}, 1]}",
            })
    void anUnreadableAnnotationAvoidsNoPod(String annotation) {
        expect(annotation, ownedBy("ReplicaSet", "two", true), 100);
    }
}
