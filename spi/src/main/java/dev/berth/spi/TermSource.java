package dev.berth.spi;

import dev.berth.model.Pod;

import java.util.List;

/// Reads from a pod the terms it carries. Equal sources share their groups: use constants or
/// records.
@FunctionalInterface
public interface TermSource {
    List<CarriedTerm> termsOf(Pod pod);
}
