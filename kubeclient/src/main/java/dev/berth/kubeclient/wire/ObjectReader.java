package dev.berth.kubeclient.wire;

import dev.berth.model.KubeObject;

import java.io.IOException;

/// Reads one object of a kind from its message.
@FunctionalInterface
interface ObjectReader {
    KubeObject read(ProtoReader in) throws IOException;
}
