/// The cluster as the scheduling thread knows it: node table, pods, nominations, indexes, and the
/// log of changed rows.
@NullMarked
package dev.berth.engine.state;

import org.jspecify.annotations.NullMarked;
