/// Immutable records of what a scheduler reads from Kubernetes, and exact quantities.
@NullMarked
package dev.berth.model;

import org.jspecify.annotations.NullMarked;
