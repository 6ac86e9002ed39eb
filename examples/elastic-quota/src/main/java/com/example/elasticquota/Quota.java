package com.example.elasticquota;

import dev.berth.model.CustomObject;
import dev.berth.model.Kind;
import dev.berth.model.Meta;
import dev.berth.model.json.Json;

import java.util.Set;
import java.util.TreeSet;

/// The ElasticQuota of a namespace.
///
/// @param min the capacity that the namespace can always get back
/// @param max the capacity that the namespace can use at most; a resource that it does not contain
///   is not limited
record Quota(Meta meta, Amounts min, Amounts max) {
    static final Kind KIND =
            new Kind("scheduling.x-k8s.io", "v1alpha1", "ElasticQuota", "elasticquotas", true);

    /// Throws an `IllegalArgumentException` if a quantity cannot be read.
    static Quota of(CustomObject object) {
        return new Quota(object.meta(), amounts(object, "min"), amounts(object, "max"));
    }

    private static Amounts amounts(CustomObject object, String field) {
        return Amounts.of(object.content().objAt("spec", field).orElse(Json.Obj.EMPTY));
    }

    String namespace() {
        return meta.namespace();
    }

    /// The resources that the quota names.
    Set<String> resources() {
        var resources = new TreeSet<>(min.resources());
        resources.addAll(max.resources());
        return resources;
    }
}
