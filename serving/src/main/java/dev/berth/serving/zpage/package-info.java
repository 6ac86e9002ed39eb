/// The pages for operators: configuration, flags, status, metrics and profiles.
@NullMarked
package dev.berth.serving.zpage;

import org.jspecify.annotations.NullMarked;
