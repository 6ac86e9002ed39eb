/// Encodes and decodes objects of the API: JSON and protobuf.
@NullMarked
package dev.berth.kubeclient.wire;

import org.jspecify.annotations.NullMarked;
