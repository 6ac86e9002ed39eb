/// Places in JSON trees: reading and changing them.
@NullMarked
package dev.berth.sim.tree;

import org.jspecify.annotations.NullMarked;
