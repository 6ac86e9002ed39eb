/// Delivers the objects of the API server to the scheduler: lists and watches become messages.
@NullMarked
package dev.berth.kube.reflector;

import org.jspecify.annotations.NullMarked;
