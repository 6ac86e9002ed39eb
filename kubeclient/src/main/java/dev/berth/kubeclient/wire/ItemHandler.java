package dev.berth.kubeclient.wire;

/// Receives the objects of a list one by one.
@FunctionalInterface
public interface ItemHandler {
    void seen(WireFormat.Seen object);

    /// Not even the name of an object can be decoded. The list continues unless this method throws.
    default void unreadable(UnreadableException why) throws UnreadableException {
        throw why;
    }
}
