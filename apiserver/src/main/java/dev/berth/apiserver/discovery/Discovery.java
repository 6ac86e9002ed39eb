package dev.berth.apiserver.discovery;

import dev.berth.controlplane.api.ResourceRegistry;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The discovery of groups, versions and resources, both unaggregated and aggregated.
public final class Discovery {
    static final String CORE = "v1";

    private final List<DiscoveredResource> all = new ArrayList<>();
    private final Map<String, List<DiscoveredResource>> byGroup = new LinkedHashMap<>();

    public Discovery(ResourceRegistry catalog) {
        catalog.all().forEach(resource -> all.addAll(DiscoveredResource.of(resource)));
        all.add(DiscoveredResource.createOnly("", "bindings", "Binding", true));
        all.add(DiscoveredResource.namespaceFinalize());
        reviews();
        all.sort(Comparator.comparing(DiscoveredResource::name));
        catalog.all().forEach(it -> byGroup.putIfAbsent(it.kind().group(), new ArrayList<>()));
        all.forEach(it -> byGroup.computeIfAbsent(it.group(), _ -> new ArrayList<>()).add(it));
    }

    private void reviews() {
        String authentication = "authentication.k8s.io";
        all.add(
                DiscoveredResource.createOnly(
                        authentication, "tokenreviews", "TokenReview", false));
        all.add(
                DiscoveredResource.createOnly(
                        authentication, "selfsubjectreviews", "SelfSubjectReview", false));
        String authorization = "authorization.k8s.io";
        all.add(
                DiscoveredResource.createOnly(
                        authorization, "subjectaccessreviews", "SubjectAccessReview", false));
        all.add(
                DiscoveredResource.createOnly(
                        authorization,
                        "localsubjectaccessreviews",
                        "LocalSubjectAccessReview",
                        true));
        all.add(
                DiscoveredResource.createOnly(
                        authorization,
                        "selfsubjectaccessreviews",
                        "SelfSubjectAccessReview",
                        false));
        all.add(
                DiscoveredResource.createOnly(
                        authorization, "selfsubjectrulesreviews", "SelfSubjectRulesReview", false));
    }

    /// `/api`.
    ///
    /// @param server the address of the server for clients
    public static Json.Obj versions(String server) {
        return Json.Obj.EMPTY
                .with("kind", "APIVersions")
                .with("versions", Json.arr(Json.of(CORE)))
                .with(
                        "serverAddressByClientCIDRs",
                        Json.arr(
                                Json.Obj.EMPTY
                                        .with("clientCIDR", "0.0.0.0/0")
                                        .with("serverAddress", server)));
    }

    /// `/apis`.
    public Json.Obj groups() {
        return Json.Obj.EMPTY
                .with("kind", "APIGroupList")
                .with("apiVersion", "v1")
                .with(
                        "groups",
                        new Json.Arr(named().stream().map(it -> (Json) about(it)).toList()));
    }

    /// `/apis/{group}`.
    public Optional<Json.Obj> group(String group) {
        if (!named().contains(group)) {
            return Optional.empty();
        }
        Json.Obj head = Json.Obj.EMPTY.with("kind", "APIGroup").with("apiVersion", "v1");
        for (var field : about(group).fields().entrySet()) {
            head = head.with(field.getKey(), field.getValue());
        }
        return Optional.of(head);
    }

    private List<String> named() {
        return byGroup.keySet().stream().filter(it -> !it.isEmpty()).toList();
    }

    private static Json.Obj about(String group) {
        Json.Obj version =
                Json.Obj.EMPTY.with("groupVersion", group + "/" + CORE).with("version", CORE);
        return Json.Obj.EMPTY
                .with("name", group)
                .with("versions", Json.arr(version))
                .with("preferredVersion", version);
    }

    /// `/api/v1` and `/apis/{group}/{version}`.
    public Optional<Json.Obj> resources(String group, String version) {
        List<Json> delivered =
                byGroup.getOrDefault(group, List.of()).stream()
                        .filter(it -> it.version().equals(version))
                        .map(it -> (Json) it.resource())
                        .toList();
        if (delivered.isEmpty()) {
            return Optional.empty();
        }
        Json.Obj head = Json.Obj.of("kind", Json.of("APIResourceList"));
        return Optional.of(
                (group.isEmpty() ? head : head.with("apiVersion", "v1"))
                        .with("groupVersion", group.isEmpty() ? version : group + "/" + version)
                        .with("resources", new Json.Arr(delivered)));
    }

    /// Returns the aggregated discovery.
    ///
    /// @param core whether it is for `/api`, otherwise for `/apis`
    /// @param version the version of the response kind: `v2`
    public Json.Obj aggregated(boolean core, String version) {
        var items = new ArrayList<Json>();
        byGroup.forEach((group, resources) -> {
            if (group.isEmpty() == core) {
                items.add(aggregated(group, resources));
            }
        });
        return Json.Obj.EMPTY
                .with("kind", "APIGroupDiscoveryList")
                .with("apiVersion", "apidiscovery.k8s.io/" + version)
                .with("metadata", Json.Obj.EMPTY)
                .with("items", new Json.Arr(items));
    }

    private static Json.Obj aggregated(String group, List<DiscoveredResource> resources) {
        List<Json> delivered =
                resources.stream()
                        .filter(it -> !it.isPart())
                        .map(it ->
                                (Json)
                                        it.discovered(
                                                resources.stream()
                                                        .filter(part -> part.isPartOf(it))
                                                        .map(part -> (Json) part.discoveredPart())
                                                        .toList()))
                        .toList();
        Json.Obj metadata = group.isEmpty() ? Json.Obj.EMPTY : Json.Obj.of("name", Json.of(group));
        return Json.Obj.EMPTY
                .with("metadata", metadata)
                .with(
                        "versions",
                        Json.arr(
                                Json.Obj.EMPTY
                                        .with("version", CORE)
                                        .with("resources", new Json.Arr(delivered))
                                        .with("freshness", "Current")));
    }

    /// Returns all group versions with resources: `v1`, `apps/v1`.
    public List<String> groupVersions() {
        return all.stream().map(DiscoveredResource::groupVersion).distinct().sorted().toList();
    }
}
