package dev.berth.spi;

import java.util.Arrays;

/// A modifiable [NodeSet].
public final class MutableNodeSet extends NodeSet {
    /// Creates an empty set with space for rows below `rows`; the set grows on demand.
    public MutableNodeSet(int rows) {
        super(new long[(rows + 63) >>> 6]);
    }

    MutableNodeSet(long[] words) {
        super(words);
    }

    public void add(int row) {
        int index = row >>> 6;
        if (index >= words.length) {
            words = Arrays.copyOf(words, Math.max(index + 1, words.length * 2));
        }
        words[index] |= 1L << row;
    }

    public void remove(int row) {
        int index = row >>> 6;
        if (index < words.length) {
            words[index] &= ~(1L << row);
        }
    }

    /// Adds or removes the row.
    public void put(int row, boolean in) {
        if (in) {
            add(row);
        } else {
            remove(row);
        }
    }

    public void clear() {
        Arrays.fill(words, 0);
    }

    /// Replaces the content of this set by the rows of `other`.
    public void setTo(NodeSet other) {
        if (words.length < other.words.length) {
            words = new long[other.words.length];
        }
        System.arraycopy(other.words, 0, words, 0, other.words.length);
        Arrays.fill(words, other.words.length, words.length, 0);
    }

    /// Removes the rows that are not in `other`.
    public void retain(NodeSet other) {
        for (int i = 0; i < words.length; i++) {
            words[i] &= other.word(i);
        }
    }

    public void addAll(NodeSet other) {
        if (words.length < other.words.length) {
            words = Arrays.copyOf(words, other.words.length);
        }
        for (int i = 0; i < other.words.length; i++) {
            words[i] |= other.words[i];
        }
    }

    public void removeAll(NodeSet other) {
        int shared = Math.min(words.length, other.words.length);
        for (int i = 0; i < shared; i++) {
            words[i] &= ~other.words[i];
        }
    }

    /// Adds the rows whose bits are set in `bits` to word `index` (see [NodeSet#word]).
    public void addWord(int index, long bits) {
        if (bits == 0) {
            return;
        }
        if (index >= words.length) {
            words = Arrays.copyOf(words, Math.max(index + 1, words.length * 2));
        }
        words[index] |= bits;
    }
}
