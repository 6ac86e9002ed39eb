package dev.berth.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.reflect.TypeToken;

import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.AppsV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1DeploymentSpec;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.PatchUtils;
import io.kubernetes.client.util.Watch;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.StringReader;
import java.util.List;
import java.util.Map;

/// The official client for Java.
@SuppressWarnings("NullAway") // All fields of its objects are nullable.
class ClientJavaTest {
    private static final String NAMESPACE = "default";

    private static LiveCluster cluster;
    private static ApiClient client;
    private static CoreV1Api core;

    @BeforeAll
    static void start() throws Exception {
        cluster = new LiveCluster();
        client =
                ClientBuilder.kubeconfig(
                                KubeConfig.loadKubeConfig(
                                        new StringReader(cluster.server().kubeconfig())))
                        .build();
        core = new CoreV1Api(client);
    }

    @AfterAll
    static void stop() {
        client.getHttpClient().connectionPool().evictAll();
        client.getHttpClient().dispatcher().executorService().shutdown();
        cluster.close();
    }

    private static V1ConfigMap map(String name) {
        return new V1ConfigMap()
                .metadata(new V1ObjectMeta().name(name).putLabelsItem("by", "client-java"))
                .data(Map.of("a", "b"));
    }

    @Test
    void objectsAreCreatedReadListedReplacedAndDeleted() throws ApiException {
        V1ConfigMap made = core.createNamespacedConfigMap(NAMESPACE, map("one")).execute();
        assertThat(made.getMetadata().getCreationTimestamp()).isNotNull();
        V1ConfigMapList list =
                core.listNamespacedConfigMap(NAMESPACE).labelSelector("by=client-java").execute();
        assertThat(list.getItems()).extracting(it -> it.getMetadata().getName()).contains("one");
        core.replaceNamespacedConfigMap("one", NAMESPACE, made.data(Map.of("c", "d"))).execute();
        assertThat(core.readNamespacedConfigMap("one", NAMESPACE).execute().getData())
                .isEqualTo(Map.of("c", "d"));
        core.deleteNamespacedConfigMap("one", NAMESPACE).execute();
        Assertions.assertThatThrownBy(
                        () -> core.readNamespacedConfigMap("one", NAMESPACE).execute())
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.getCode()).isEqualTo(404));
    }

    @Test
    void aListIsReadInPages() throws ApiException {
        for (int i = 0; i < 5; i++) {
            core.createNamespacedConfigMap(
                            NAMESPACE,
                            map("page-" + i)
                                    .metadata(
                                            new V1ObjectMeta()
                                                    .name("page-" + i)
                                                    .putLabelsItem("paged", "yes")))
                    .execute();
        }
        V1ConfigMapList first =
                core.listNamespacedConfigMap(NAMESPACE).labelSelector("paged").limit(3).execute();
        assertThat(first.getItems()).hasSize(3);
        V1ConfigMapList rest =
                core.listNamespacedConfigMap(NAMESPACE)
                        .labelSelector("paged")
                        .limit(3)
                        ._continue(first.getMetadata().getContinue())
                        .execute();
        assertThat(rest.getItems())
                .extracting(it -> it.getMetadata().getName())
                .containsExactly("page-3", "page-4");
        assertThat(rest.getMetadata().getContinue()).isNull();
    }

    @Test
    void aWatchDeliversEvents() throws Exception {
        String version =
                core.listNamespacedConfigMap(NAMESPACE)
                        .execute()
                        .getMetadata()
                        .getResourceVersion();
        try (Watch<V1ConfigMap> watch =
                Watch.createWatch(
                        client,
                        core.listNamespacedConfigMap(NAMESPACE)
                                .fieldSelector("metadata.name=watched")
                                .resourceVersion(version)
                                .watch(true)
                                .timeoutSeconds(20)
                                .buildCall(null),
                        new TypeToken<Watch.Response<V1ConfigMap>>() {}.getType())) {
            core.createNamespacedConfigMap(NAMESPACE, map("unseen")).execute();
            core.createNamespacedConfigMap(NAMESPACE, map("watched")).execute();
            core.deleteNamespacedConfigMap("watched", NAMESPACE).execute();
            assertThat(watch.hasNext()).isTrue();
            assertThat(delivered(watch.next())).isEqualTo("ADDED watched");
            assertThat(delivered(watch.next())).isEqualTo("DELETED watched");
        }
    }

    private static String delivered(Watch.Response<V1ConfigMap> event) {
        return event.type + " " + event.object.getMetadata().getName();
    }

    @Test
    void patchesOfEveryType() throws ApiException {
        var apps = new AppsV1Api(client);
        var template =
                new V1PodTemplateSpec()
                        .metadata(new V1ObjectMeta().putLabelsItem("a", "b"))
                        .spec(
                                new V1PodSpec()
                                        .containers(
                                                List.of(new V1Container().name("c").image("i"))));
        apps.createNamespacedDeployment(
                        NAMESPACE,
                        new V1Deployment()
                                .metadata(new V1ObjectMeta().name("patched"))
                                .spec(
                                        new V1DeploymentSpec()
                                                .replicas(1)
                                                .selector(
                                                        new V1LabelSelector()
                                                                .putMatchLabelsItem("a", "b"))
                                                .template(template)))
                .execute();
        assertThat(
                        patched(
                                apps,
                                V1Patch.PATCH_FORMAT_JSON_PATCH,
                                "[{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":2}]"))
                .isEqualTo(2);
        assertThat(
                        patched(
                                apps,
                                V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
                                "{\"spec\":{\"replicas\":3}}"))
                .isEqualTo(3);
        assertThat(
                        patched(
                                apps,
                                V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH,
                                "{\"spec\":{\"replicas\":4}}"))
                .isEqualTo(4);
    }

    private static int patched(AppsV1Api apps, String format, String patch) throws ApiException {
        return PatchUtils.patch(
                        V1Deployment.class,
                        () ->
                                apps.patchNamespacedDeployment(
                                                "patched", NAMESPACE, new V1Patch(patch))
                                        .buildCall(null),
                        format,
                        client)
                .getSpec()
                .getReplicas();
    }
}
