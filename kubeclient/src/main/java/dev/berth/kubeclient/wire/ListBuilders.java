package dev.berth.kubeclient.wire;

import java.util.ArrayList;
import java.util.List;

/// Lists that grow while an object is read; most stay empty and cost nothing.
final class ListBuilders {
    private ListBuilders() {}

    /// The list with one element more: the same one, unless it was the empty one to start with.
    static <T> List<T> with(List<T> list, T element) {
        List<T> grown = list.isEmpty() ? new ArrayList<>() : list;
        grown.add(element);
        return grown;
    }
}
