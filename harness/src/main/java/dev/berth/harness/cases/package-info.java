/// Random clusters and pods as decision cases, the same for the same seed.
@NullMarked
package dev.berth.harness.cases;

import org.jspecify.annotations.NullMarked;
