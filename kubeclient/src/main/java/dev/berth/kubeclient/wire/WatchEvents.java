package dev.berth.kubeclient.wire;

import dev.berth.model.KubeObject;
import dev.berth.model.MessageText;

import java.io.IOException;

/// The common parts of the watches of both formats.
final class WatchEvents {
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private WatchEvents() {}

    static WireFormat.WatchEvent bookmark(KubeObject object) {
        return new WireFormat.WatchEvent.Bookmark(
                object.meta().resourceVersion(),
                object.meta().annotations().getOr(INITIAL_EVENTS_END, "").equals("true"));
    }

    static IOException unknown(String type) {
        return new IOException("a watch event of unknown type " + MessageText.quoted(type));
    }
}
