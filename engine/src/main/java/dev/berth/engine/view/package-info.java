<<<<<<< HEAD
/// What the engine publishes: decision records, counters, answers to questions. Immutable, for any thread.
=======
/// What the scheduling thread publishes for others to read.
>>>>>>> 4a7c56526340e46693fa9b64706f38e37e9a76cb
@NullMarked
package dev.berth.engine.view;

import org.jspecify.annotations.NullMarked;
