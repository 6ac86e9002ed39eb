package dev.berth.kubeclient.wire;

import dev.berth.model.KubeObject;

import java.io.IOException;

/// Makes the record of one kind of object from its message.
@FunctionalInterface
interface ObjectReader {
    KubeObject read(ProtoReader in) throws IOException;
}
