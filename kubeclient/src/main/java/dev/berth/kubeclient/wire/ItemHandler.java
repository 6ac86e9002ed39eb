package dev.berth.kubeclient.wire;

/// Receives the objects of a list one by one.
@FunctionalInterface
public interface ItemHandler {
    void seen(WireFormat.Seen object);

    /// An object cannot be decoded. The list continues unless this method throws.
    default void unreadable(UnreadableException why) throws UnreadableException {
        throw why;
    }
}
