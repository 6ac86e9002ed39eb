/// Objects on the wire: JSON and protobuf to records, and back where we write.
@NullMarked
package dev.berth.kubeclient.wire;

import org.jspecify.annotations.NullMarked;
