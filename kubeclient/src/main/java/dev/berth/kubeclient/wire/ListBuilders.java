package dev.berth.kubeclient.wire;

import java.util.ArrayList;
import java.util.List;

/// Builds lists while an object is read. Most lists stay empty and cost nothing.
final class ListBuilders {
    private ListBuilders() {}

    /// Returns the list with another element: the same list, unless it is the immutable empty one.
    static <T> List<T> with(List<T> list, T element) {
        List<T> grown = list.isEmpty() ? new ArrayList<>() : list;
        grown.add(element);
        return grown;
    }
}
