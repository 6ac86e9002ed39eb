/// Events for users: what is written when, and how often.
@NullMarked
package dev.berth.kube.event;

import org.jspecify.annotations.NullMarked;
