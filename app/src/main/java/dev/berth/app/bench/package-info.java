/// `berth bench`: runs the benchmarks.
@NullMarked
package dev.berth.app.bench;

import org.jspecify.annotations.NullMarked;
