/// The embedded cluster over HTTPS, for kubectl and other clients.
@NullMarked
package dev.berth.apiserver;

import org.jspecify.annotations.NullMarked;
