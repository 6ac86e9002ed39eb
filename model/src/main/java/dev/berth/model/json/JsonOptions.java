package dev.berth.model.json;

/// Options for parsing JSON.
///
/// @param maxBytes the maximum length of a document
/// @param dropManagedFields whether to skip `metadata.managedFields` of the document, of the items
///   of a list, and of the object of a watch event; the scheduler does not read them, and they are
///   half the size of a pod
/// @param dropDeepValues whether to read objects and lists that are nested too deep as `null`
///   instead of rejecting the document
public record JsonOptions(long maxBytes, boolean dropManagedFields, boolean dropDeepValues) {
    public static final JsonOptions DEFAULT = new JsonOptions(256L << 20, false, false);

    public JsonOptions {
        if (maxBytes <= 0) {
            throw new IllegalArgumentException("maxBytes must be positive, was " + maxBytes);
        }
    }

    public JsonOptions withMaxBytes(long max) {
        return new JsonOptions(max, dropManagedFields, dropDeepValues);
    }

    public JsonOptions droppingManagedFields() {
        return new JsonOptions(maxBytes, true, dropDeepValues);
    }

    public JsonOptions droppingDeepValues() {
        return new JsonOptions(maxBytes, dropManagedFields, true);
    }
}
