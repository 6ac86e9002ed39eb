package dev.berth.sim.stage;

import dev.berth.model.json.Json;

import java.util.Optional;

/// What happens to an object at the end of a stage; templates are filled in from the object.
///
/// @param finalizers the ones it has from then on
/// @param patch a change of the object
/// @param status a change of its status
/// @param delete whether it is deleted without further grace
public record StageEffect(
        Optional<Json.Arr> finalizers,
        Optional<Template> patch,
        Optional<Template> status,
        boolean delete) {}
