/// The embedded cluster over HTTPS, for kubectl and clients.
@NullMarked
package dev.berth.apiserver;

import org.jspecify.annotations.NullMarked;
