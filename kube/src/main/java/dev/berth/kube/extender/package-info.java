/// Extenders over HTTP.
@NullMarked
package dev.berth.kube.extender;

import org.jspecify.annotations.NullMarked;
