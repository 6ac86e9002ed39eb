/// Traces of scheduling attempts, sent to a collector with OTLP.
@NullMarked
package dev.berth.observe.tracing;

import org.jspecify.annotations.NullMarked;
