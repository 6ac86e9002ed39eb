/// Random clusters and pods as decision cases, repeatable by seed.
@NullMarked
package dev.berth.harness.cases;

import org.jspecify.annotations.NullMarked;
