/// Who the server is: certificates, keys, and how connections are encrypted.
@NullMarked
package dev.berth.serving.tls;

import org.jspecify.annotations.NullMarked;
