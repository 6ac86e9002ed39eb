/// Tests of the engine that need plugins, the test kit or the simulation; nothing is shipped from
/// here.
@NullMarked
package dev.berth.enginetests;

import org.jspecify.annotations.NullMarked;
