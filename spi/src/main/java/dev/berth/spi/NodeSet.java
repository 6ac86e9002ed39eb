package dev.berth.spi;

import java.util.Arrays;

/// A set of rows of the node table, stored as words of 64 bits. Plugins can only read it.
public sealed class NodeSet permits MutableNodeSet {
    static final long[] NO_WORDS = {};

    long[] words;

    NodeSet(long[] words) {
        this.words = words;
    }

    public static NodeSet empty() {
        return new NodeSet(NO_WORDS);
    }

    /// The number of words that the set spans.
    public final int words() {
        return words.length;
    }

    /// The rows `64 * index` to `64 * index + 63` as bits; 0 beyond the last word.
    public final long word(int index) {
        return index < words.length ? words[index] : 0;
    }

    public final boolean contains(int row) {
        return row >= 0 && (word(row >>> 6) & (1L << row)) != 0;
    }

    /// The lowest row in the set at or above `from`, or -1.
    public final int next(int from) {
        int index = from >>> 6;
        if (index >= words.length) {
            return -1;
        }
        long word = words[index] & (-1L << from);
        while (word == 0) {
            if (++index == words.length) {
                return -1;
            }
            word = words[index];
        }
        return (index << 6) + Long.numberOfTrailingZeros(word);
    }

    /// The number of rows in the set.
    public final int size() {
        int size = 0;
        for (long word : words) {
            size += Long.bitCount(word);
        }
        return size;
    }

    public final boolean isEmpty() {
        for (long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    /// Whether all rows of this set are in the other one.
    public final boolean isSubsetOf(NodeSet other) {
        for (int i = 0; i < words.length; i++) {
            if ((words[i] & ~other.word(i)) != 0) {
                return false;
            }
        }
        return true;
    }

    /// A modifiable copy.
    public final MutableNodeSet copy() {
        return new MutableNodeSet(Arrays.copyOf(words, words.length));
    }

    @Override
    public final boolean equals(Object other) {
        if (!(other instanceof NodeSet that)) {
            return false;
        }
        int max = Math.max(words.length, that.words.length);
        for (int i = 0; i < max; i++) {
            if (word(i) != that.word(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public final int hashCode() {
        int hash = 0;
        for (int i = 0; i < words.length; i++) {
            if (words[i] != 0) {
                hash += Long.hashCode(words[i]) * (i + 1);
            }
        }
        return hash;
    }

    @Override
    public final String toString() {
        var text = new StringBuilder("[");
        for (int row = next(0); row >= 0; row = next(row + 1)) {
            text.append(text.length() == 1 ? "" : " ").append(row);
        }
        return text.append(']').toString();
    }
}
