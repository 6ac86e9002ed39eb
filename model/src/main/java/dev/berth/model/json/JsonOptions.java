package dev.berth.model.json;

/// How JSON is read.
///
/// @param maxBytes no document may be longer than this
/// @param dropManagedFields whether to skip `metadata.managedFields` of the document, of the items
///   of a list and of the object of a watch event; nothing in the scheduler reads them, and they
///   are half of a pod
public record JsonOptions(long maxBytes, boolean dropManagedFields) {
    public static final JsonOptions DEFAULT = new JsonOptions(256L << 20, false);

    public JsonOptions {
        if (maxBytes <= 0) {
            throw new IllegalArgumentException("maxBytes must be positive, was " + maxBytes);
        }
    }

    public JsonOptions withMaxBytes(long max) {
        return new JsonOptions(max, dropManagedFields);
    }

    public JsonOptions droppingManagedFields() {
        return new JsonOptions(maxBytes, true);
    }
}
