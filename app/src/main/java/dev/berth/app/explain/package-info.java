/// `berth explain`, `berth why-not` and `berth queue`: ask a running scheduler about pods and
/// nodes.
@NullMarked
package dev.berth.app.explain;

import org.jspecify.annotations.NullMarked;
