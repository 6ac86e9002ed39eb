/// `berth run`: schedules the pods of a real cluster.
@NullMarked
package dev.berth.app.run;

import org.jspecify.annotations.NullMarked;
