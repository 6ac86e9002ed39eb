package dev.berth.app.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.manifest.Manifest;
import dev.berth.manifest.Manifests;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

import java.util.List;

class CustomKindsTest {
    private static final String OBJECT =
            "{apiVersion: example.com/v1, kind: Policy, metadata: {name: a, namespace: red}}";

    private static List<Manifest> parse(String yaml) {
        return Manifests.parse("manifests", yaml);
    }

    @Test
    void aDefinitionContainsThePluralAndTheScope() {
        List<Manifest> manifests =
                parse(
                        """
                        apiVersion: apiextensions.k8s.io/v1
                        kind: CustomResourceDefinition
                        metadata: {name: policybook.example.com}
                        spec:
                          group: example.com
                          scope: Namespaced
                          names: {kind: Policy, plural: policybook}
                          versions: [{name: v1}]
                        ---
                        {apiVersion: example.com/v1, kind: Policy, metadata: {name: a}}
                        """);
        Kind kind = new CustomKinds(manifests).find(manifests.getLast()).orElseThrow();

        assertThat(kind).isEqualTo(new Kind("example.com", "v1", "Policy", "policybook", true));
        assertThat(
                        CustomKinds.complete(kind, manifests.getLast().object())
                                .textAt("metadata", "namespace"))
                .contains("default");
    }

    @Test
    void withoutADefinitionTheKindIsDerivedFromTheObject() {
        List<Manifest> manifests = parse(OBJECT);
        Kind kind = new CustomKinds(manifests).find(manifests.getFirst()).orElseThrow();

        assertThat(kind).isEqualTo(new Kind("example.com", "v1", "Policy", "policies", true));
        Json.Obj object = manifests.getFirst().object();
        assertThat(CustomKinds.complete(kind, object)).isEqualTo(object);
    }

    @Test
    void kindsOfKubernetesAreNotCustom() {
        List<Manifest> manifests =
                parse(
                        """
                        {apiVersion: batch/v1, kind: CronJob, metadata: {name: a}}
                        ---
                        {apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: a}}
                        """);
        var kinds = new CustomKinds(manifests);

        assertThat(manifests).allMatch(manifest -> kinds.find(manifest).isEmpty());
    }
}
