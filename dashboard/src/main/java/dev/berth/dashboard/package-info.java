/// Questions about pods and nodes, answered as JSON, as a stream of events and on a page.
@NullMarked
package dev.berth.dashboard;

import org.jspecify.annotations.NullMarked;
