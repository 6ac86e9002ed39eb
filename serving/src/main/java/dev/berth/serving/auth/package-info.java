/// Authentication and authorization of requests.
@NullMarked
package dev.berth.serving.auth;

import org.jspecify.annotations.NullMarked;
