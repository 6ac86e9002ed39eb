package dev.berth.sim.stage;

import dev.berth.model.json.Json;

import java.util.Optional;

/// The effect at the end of a stage. Placeholders in templates are replaced by values of the
/// object.
///
/// @param finalizers the new finalizers of the object
/// @param patch a patch of the object
/// @param status a patch of the status
/// @param delete whether the object is deleted without a grace period
public record StageEffect(
        Optional<Json.Arr> finalizers,
        Optional<Template> patch,
        Optional<Template> status,
        boolean delete) {}
