/// Flags with the syntax, the types and the messages of programs written in Go (Go: pflag).
@NullMarked
package dev.berth.app.pflag;

import org.jspecify.annotations.NullMarked;
