package dev.berth.spi;

import dev.berth.model.PodShape;

import java.util.List;

/// Reads from a pod the terms it carries: from its namespace, labels and template, and nothing
/// else. If a source throws, its groups cannot be read until it succeeds. Equal sources share their
/// groups: use constants or records.
@FunctionalInterface
public interface AffinityTermReader {
    List<PodAffinityTerm> termsOf(PodShape shape);
}
