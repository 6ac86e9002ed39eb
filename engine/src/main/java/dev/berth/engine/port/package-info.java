<<<<<<< HEAD
/// The engine's two doors: messages in, API calls out; and the clock and threads it is given.
=======
/// What crosses the border of the scheduling thread: messages in, API calls out.
>>>>>>> 4a7c56526340e46693fa9b64706f38e37e9a76cb
@NullMarked
package dev.berth.engine.port;

import org.jspecify.annotations.NullMarked;
