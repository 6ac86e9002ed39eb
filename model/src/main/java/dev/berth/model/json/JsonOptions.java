package dev.berth.model.json;

/// Options for parsing JSON.
///
/// @param maxBytes the maximum length of a document
/// @param dropManagedFields whether to skip `metadata.managedFields` of the document, of the items
///   of a list, and of the object of a watch event; the scheduler does not read them, and they are
///   half the size of a pod
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
