/// Immutable records of the Kubernetes objects that a scheduler reads, and exact quantities.
@NullMarked
package dev.berth.model;

import org.jspecify.annotations.NullMarked;
