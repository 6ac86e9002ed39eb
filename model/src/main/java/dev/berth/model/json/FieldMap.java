package dev.berth.model.json;

import org.jspecify.annotations.Nullable;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;

/// An immutable map in insertion order: two arrays, and a sorted index for large maps.
///
/// The index is sorted and not hashed, so no choice of names can make it slow.
final class FieldMap extends AbstractMap<String, Json> {
    static final FieldMap EMPTY = new FieldMap(new String[0], new Json[0]);

    /// Up to this number of names, a linear search is as fast as a binary search.
    static final int SMALL = 16;

    private final String[] names;
    private final Json[] values;
    private final int @Nullable [] sorted;

    /// Uses the arrays without a copy. The names must be distinct.
    FieldMap(String[] names, Json[] values) {
        this.names = names;
        this.values = values;
        this.sorted = names.length <= SMALL ? null : sortedIndex(names);
    }

    private FieldMap(String[] names, Json[] values, int @Nullable [] sorted) {
        this.names = names;
        this.values = values;
        this.sorted = sorted;
    }

    static FieldMap copyOf(Map<String, Json> fields) {
        if (fields instanceof FieldMap already) {
            return already;
        }
        String[] names = new String[fields.size()];
        Json[] values = new Json[fields.size()];
        int at = 0;
        for (var field : fields.entrySet()) {
            names[at] = field.getKey();
            values[at++] = field.getValue();
        }
        return new FieldMap(names, values);
    }

    private static int[] sortedIndex(String[] names) {
        Integer[] order = new Integer[names.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparing(i -> names[i]));
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }

    FieldMap with(String name, Json value) {
        int at = indexOf(name);
        if (at >= 0) {
            Json[] changed = values.clone();
            changed[at] = value;
            return new FieldMap(names, changed, sorted);
        }
        String[] moreNames = Arrays.copyOf(names, names.length + 1);
        Json[] moreValues = Arrays.copyOf(values, values.length + 1);
        moreNames[names.length] = name;
        moreValues[values.length] = value;
        return new FieldMap(moreNames, moreValues);
    }

    FieldMap without(String name) {
        int at = indexOf(name);
        String[] lessNames = new String[names.length - 1];
        Json[] lessValues = new Json[values.length - 1];
        System.arraycopy(names, 0, lessNames, 0, at);
        System.arraycopy(values, 0, lessValues, 0, at);
        System.arraycopy(names, at + 1, lessNames, at, lessNames.length - at);
        System.arraycopy(values, at + 1, lessValues, at, lessValues.length - at);
        return new FieldMap(lessNames, lessValues);
    }

    private int indexOf(Object name) {
        if (!(name instanceof String text)) {
            return -1;
        }
        if (sorted != null) {
            return search(text, sorted);
        }
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(text)) {
                return i;
            }
        }
        return -1;
    }

    private int search(String name, int[] order) {
        int low = 0;
        int high = order.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int compared = names[order[middle]].compareTo(name);
            if (compared == 0) {
                return order[middle];
            }
            if (compared < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    @Override
    public @Nullable Json get(Object name) {
        int at = indexOf(name);
        return at < 0 ? null : values[at];
    }

    @Override
    public boolean containsKey(Object name) {
        return indexOf(name) >= 0;
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Json> action) {
        for (int i = 0; i < names.length; i++) {
            action.accept(names[i], values[i]);
        }
    }

    @Override
    public Set<Map.Entry<String, Json>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return names.length;
            }

            @Override
            public Iterator<Map.Entry<String, Json>> iterator() {
                return new Entries();
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, Json>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < names.length;
        }

        @Override
        public Map.Entry<String, Json> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            var entry = Map.entry(names[next], values[next]);
            next++;
            return entry;
        }
    }
}
