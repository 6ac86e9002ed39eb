package dev.berth.kubeclient.wire;

/// Takes the objects of a list one by one.
@FunctionalInterface
public interface ItemHandler {
    void seen(WireFormat.Seen object);

    /// An object came that makes no sense; the list goes on unless this throws.
    default void unreadable(UnreadableException why) throws UnreadableException {
        throw why;
    }
}
