/// From the chosen node to the bound pod: waiting on permit, pre-bind, bind, post-bind, and the
/// calls that go out.
@NullMarked
package dev.berth.engine.binding;

import org.jspecify.annotations.NullMarked;
