/// Answers questions about pods, nodes and decisions: as JSON, as server-sent events and on a page.
@NullMarked
package dev.berth.dashboard;

import org.jspecify.annotations.NullMarked;
