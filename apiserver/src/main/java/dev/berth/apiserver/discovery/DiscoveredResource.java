package dev.berth.apiserver.discovery;

import dev.berth.controlplane.api.ApiResource;
import dev.berth.controlplane.api.Subresource;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A resource or subresource in discovery.
///
/// @param name with the subresource: `pods/binding`
/// @param kindGroup the group of the kind, if it differs from the resource's; likewise its version
record DiscoveredResource(
        String group,
        String version,
        String name,
        String singular,
        boolean namespaced,
        String kindGroup,
        String kindVersion,
        String kind,
        List<String> verbs,
        List<String> shortNames,
        List<String> categories) {
    private static final List<String> ALL =
            List.of(
                    "create",
                    "delete",
                    "deletecollection",
                    "get",
                    "list",
                    "patch",
                    "update",
                    "watch");
    private static final List<String> CHANGE = List.of("get", "patch", "update");
    private static final List<String> CREATE = List.of("create");

    DiscoveredResource {
        verbs = List.copyOf(verbs);
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
    }

    /// Returns a resource with its subresources.
    static List<DiscoveredResource> of(ApiResource resource) {
        Kind kind = resource.kind();
        var all = new ArrayList<DiscoveredResource>();
        List<String> verbs =
                kind.equals(Kind.NAMESPACE)
                        ? ALL.stream().filter(verb -> !verb.equals("deletecollection")).toList()
                        : ALL;
        all.add(
                new DiscoveredResource(
                        kind.group(),
                        kind.version(),
                        kind.plural(),
                        resource.singular(),
                        kind.namespaced(),
                        "",
                        "",
                        kind.name(),
                        verbs,
                        resource.shortNames(),
                        resource.categories()));
        for (Subresource part : Subresource.values()) {
            if (resource.parts().contains(part)) {
                all.add(part(kind, part));
            }
        }
        return all;
    }

    private static DiscoveredResource part(Kind of, Subresource part) {
        return switch (part) {
            case STATUS -> part(of, part, "", "", of.name(), CHANGE);
            case SCALE -> part(of, part, "autoscaling", "v1", "Scale", CHANGE);
            case BINDING -> part(of, part, "", "", "Binding", CREATE);
            case EVICTION -> part(of, part, "policy", "v1", "Eviction", CREATE);
        };
    }

    private static DiscoveredResource part(
            Kind of,
            Subresource part,
            String kindGroup,
            String kindVersion,
            String kind,
            List<String> verbs) {
        return new DiscoveredResource(
                of.group(),
                of.version(),
                of.plural() + "/" + part.path(),
                "",
                of.namespaced(),
                kindGroup,
                kindVersion,
                kind,
                verbs,
                List.of(),
                List.of());
    }

    /// The subresource that finalizes a namespace.
    static DiscoveredResource namespaceFinalize() {
        return new DiscoveredResource(
                "",
                "v1",
                "namespaces/finalize",
                "",
                false,
                "",
                "",
                "Namespace",
                List.of("update"),
                List.of(),
                List.of());
    }

    /// A resource that can only be created, and is not stored.
    static DiscoveredResource createOnly(
            String group, String name, String kind, boolean namespaced) {
        return new DiscoveredResource(
                group,
                "v1",
                name,
                kind.toLowerCase(Locale.ROOT),
                namespaced,
                "",
                "",
                kind,
                CREATE,
                List.of(),
                List.of());
    }

    String groupVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    boolean isPartOf(DiscoveredResource other) {
        return name.startsWith(other.name + "/");
    }

    boolean isPart() {
        return name.contains("/");
    }

    /// Returns the element of an `APIResourceList`.
    Json.Obj resource() {
        Json.Obj delivered =
                Json.Obj.builder()
                        .put("name", name)
                        .put("singularName", singular)
                        .put("namespaced", namespaced)
                        .putUnlessEmpty("group", kindGroup)
                        .putUnlessEmpty("version", kindVersion)
                        .put("kind", kind)
                        .put("verbs", texts(verbs))
                        .build();
        return delivered(delivered);
    }

    /// Returns the element of an `APIGroupDiscoveryList`.
    Json.Obj discovered(List<Json> parts) {
        Json.Obj delivered =
                Json.Obj.builder()
                        .put("resource", name)
                        .put("responseKind", responseKind())
                        .put("scope", namespaced ? "Namespaced" : "Cluster")
                        .put("singularResource", singular)
                        .put("verbs", texts(verbs))
                        .build();
        Json.Obj named = delivered(delivered);
        return parts.isEmpty() ? named : named.with("subresources", new Json.Arr(parts));
    }

    Json.Obj discoveredPart() {
        return Json.Obj.EMPTY
                .with("subresource", name.substring(name.indexOf('/') + 1))
                .with("responseKind", responseKind())
                .with("verbs", texts(verbs));
    }

    private Json.Obj responseKind() {
        return Json.Obj.EMPTY
                .with("group", kindGroup)
                .with("version", kindVersion)
                .with("kind", kind);
    }

    private Json.Obj delivered(Json.Obj delivered) {
        Json.Obj result = delivered;
        if (!shortNames.isEmpty()) {
            result = result.with("shortNames", texts(shortNames));
        }
        if (!categories.isEmpty()) {
            result = result.with("categories", texts(categories));
        }
        return result;
    }

    private static Json.Arr texts(List<String> words) {
        return new Json.Arr(words.stream().map(word -> (Json) Json.of(word)).toList());
    }
}
