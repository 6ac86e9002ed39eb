/// Asks a scheduler questions and prints its answers.
@NullMarked
package dev.berth.app.ask;

import org.jspecify.annotations.NullMarked;
