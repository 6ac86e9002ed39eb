/// Objects on the wire: JSON and protobuf to records, and back where we write.
@NullMarked
package dev.berth.kube.wire;

import org.jspecify.annotations.NullMarked;
