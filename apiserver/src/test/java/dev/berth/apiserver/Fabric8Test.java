package dev.berth.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The fabric8 client, which most Java programs use.
@Timeout(60)
class Fabric8Test {
    private static final String NAMESPACE = "default";

    private static LiveCluster cluster;
    private static KubernetesClient client;

    @BeforeAll
    static void start() {
        cluster = new LiveCluster();
        client =
                new KubernetesClientBuilder()
                        .withConfig(Config.fromKubeconfig(cluster.server().kubeconfig()))
                        .build();
    }

    @AfterAll
    static void stop() {
        client.close();
        cluster.close();
    }

    private static ConfigMap map(String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("by", "fabric8")
                .endMetadata()
                .addToData("a", "b")
                .build();
    }

    @Test
    void objectsAreCreatedReadListedEditedAndDeleted() {
        var maps = client.configMaps().inNamespace(NAMESPACE);
        ConfigMap made = maps.resource(map("one")).create();
        assertThat(made.getMetadata().getUid()).isNotEmpty();
        assertThat(maps.withName("one").get().getData()).containsEntry("a", "b");
        assertThat(maps.withLabel("by", "fabric8").list().getItems())
                .extracting(it -> it.getMetadata().getName())
                .contains("one");
        ConfigMap edited =
                maps.withName("one")
                        .edit(it -> new ConfigMapBuilder(it).addToData("c", "d").build());
        assertThat(edited.getData()).isEqualTo(Map.of("a", "b", "c", "d"));
        maps.withName("one").delete();
        assertThat(maps.withName("one").get()).isNull();
    }

    @Test
    void aWatchDeliversEvents() throws Exception {
        BlockingQueue<String> delivered = new LinkedBlockingQueue<>();
        var maps = client.configMaps().inNamespace(NAMESPACE).withLabel("watched", "yes");
        try (Watch _ =
                maps.watch(
                        new Watcher<>() {
                            @Override
                            public void eventReceived(Action action, ConfigMap map) {
                                delivered.add(action + " " + map.getMetadata().getName());
                            }

                            @Override
                            public void onClose(WatcherException cause) {}
                        })) {
            ConfigMap watched = map("watched");
            watched.getMetadata().getLabels().put("watched", "yes");
            client.configMaps().inNamespace(NAMESPACE).resource(watched).create();
            client.configMaps().inNamespace(NAMESPACE).resource(map("unseen")).create();
            client.configMaps().inNamespace(NAMESPACE).withName("watched").delete();
            assertThat(delivered.poll(10, TimeUnit.SECONDS)).isEqualTo("ADDED watched");
            assertThat(delivered.poll(10, TimeUnit.SECONDS)).isEqualTo("DELETED watched");
        }
    }

    @Test
    void patchesOfEveryType() {
        Deployment made =
                client.apps()
                        .deployments()
                        .inNamespace(NAMESPACE)
                        .resource(
                                new DeploymentBuilder()
                                        .withNewMetadata()
                                        .withName("patched")
                                        .endMetadata()
                                        .withNewSpec()
                                        .withReplicas(1)
                                        .withNewSelector()
                                        .addToMatchLabels("a", "b")
                                        .endSelector()
                                        .withNewTemplate()
                                        .withNewMetadata()
                                        .addToLabels("a", "b")
                                        .endMetadata()
                                        .withNewSpec()
                                        .addNewContainer()
                                        .withName("c")
                                        .withImage("i")
                                        .endContainer()
                                        .endSpec()
                                        .endTemplate()
                                        .endSpec()
                                        .build())
                        .create();
        assertThat(made.getSpec().getReplicas()).isEqualTo(1);
        var one = client.apps().deployments().inNamespace(NAMESPACE).withName("patched");
        assertThat(patched(one, PatchType.JSON_MERGE, "{\"spec\":{\"replicas\":2}}")).isEqualTo(2);
        assertThat(patched(one, PatchType.STRATEGIC_MERGE, "{\"spec\":{\"replicas\":3}}"))
                .isEqualTo(3);
        assertThat(
                        patched(
                                one,
                                PatchType.JSON,
                                "[{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":4}]"))
                .isEqualTo(4);
        assertThat(one.scale(5).getSpec().getReplicas()).isEqualTo(5);
    }

    private static int patched(
            io.fabric8.kubernetes.client.dsl.Resource<Deployment> one,
            PatchType type,
            String patch) {
        return one.patch(PatchContext.of(type), patch).getSpec().getReplicas();
    }

    @Test
    void rejectionsAreDecoded() {
        Pod twice =
                new PodBuilder()
                        .withNewMetadata()
                        .withName("twice")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("c")
                        .withImage("i")
                        .endContainer()
                        .endSpec()
                        .build();
        client.pods().inNamespace(NAMESPACE).resource(twice).create();
        Assertions.assertThatThrownBy(
                        () -> client.pods().inNamespace(NAMESPACE).resource(twice).create())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refusal -> {
                            assertThat(refusal.getCode()).isEqualTo(409);
                            assertThat(refusal.getStatus().getReason()).isEqualTo("AlreadyExists");
                            assertThat(refusal.getStatus().getDetails().getName())
                                    .isEqualTo("twice");
                        });
    }
}
