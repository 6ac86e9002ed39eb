package dev.berth.engine.cycle;

import dev.berth.spi.NodeSet;

/// The total scores by row, from which the best row is picked.
///
/// Each block of 64 rows has its best total and the number of rows with that total, so that the
/// best row is found without looking at every row. A row that is not a candidate has the lowest
/// possible total, so that loops over rows need no test.
final class BlockTotals {
    private static final long OUT = Long.MIN_VALUE;

    private long[] totals = {};
    private long[] bestOf = {};
    private int[] tiesOf = {};
    private int blocks;

    /// Grows to `rows` rows and returns the totals by row. The caller sets them and then calls
    /// [#retain].
    long[] capacity(int rows) {
        blocks = (rows + 63) >>> 6;
        if (bestOf.length < blocks) {
            bestOf = new long[Math.max(blocks, bestOf.length * 2)];
            tiesOf = new int[bestOf.length];
            totals = new long[bestOf.length << 6];
        }
        return totals;
    }

    void set(int row, long total) {
        totals[row] = total;
    }

    void drop(int row) {
        totals[row] = OUT;
    }

    /// Keeps only these rows as candidates.
    void retain(NodeSet rows) {
        for (int i = 0; i < blocks; i++) {
            for (long word = ~rows.word(i); word != 0; word &= word - 1) {
                drop((i << 6) + Long.numberOfTrailingZeros(word));
            }
        }
    }

    /// Updates a block after totals in it have changed.
    void rate(int block) {
        bestOf[block] = bestIn(block);
        tiesOf[block] = countIn(block, bestOf[block]);
    }

    void rateAll() {
        for (int block = 0; block < blocks; block++) {
            rate(block);
        }
    }

    /// As [#rateAll], but counts ties only in blocks that can contain the best row. The result is
    /// valid until a total changes.
    void rateOnce() {
        for (int block = 0; block < blocks; block++) {
            bestOf[block] = bestIn(block);
        }
        long best = best();
        for (int block = 0; block < blocks; block++) {
            tiesOf[block] = bestOf[block] == best ? countIn(block, best) : 0;
        }
    }

    private long bestIn(int block) {
        long best = OUT;
        for (int row = block << 6; row < (block + 1) << 6; row++) {
            best = Math.max(best, totals[row]);
        }
        return best;
    }

    private int countIn(int block, long total) {
        int count = 0;
        for (int row = block << 6; row < (block + 1) << 6; row++) {
            count += totals[row] == total ? 1 : 0;
        }
        return count;
    }

    /// The highest total.
    long best() {
        long best = OUT;
        for (int block = 0; block < blocks; block++) {
            best = Math.max(best, bestOf[block]);
        }
        return best;
    }

    /// How many rows have the total `best`, which is the highest.
    int ties(long best) {
        int ties = 0;
        for (int block = 0; block < blocks; block++) {
            ties += bestOf[block] == best ? tiesOf[block] : 0;
        }
        return ties;
    }

    /// The row that is the `n`th, from 0, of those with the total `best`, which is the highest.
    int nth(long best, int n) {
        int block = 0;
        int left = n;
        while (bestOf[block] != best || left >= tiesOf[block]) {
            left -= bestOf[block] == best ? tiesOf[block] : 0;
            block++;
        }
        int row = block << 6;
        while (totals[row] != best || left-- > 0) {
            row++;
        }
        return row;
    }

    /// The first row with the highest total except `winner`; -1 if there is no other candidate. It
    /// is in the winner's block, or it is the best row of another block.
    int second(int winner) {
        int home = winner >>> 6;
        int leading = -1;
        for (int block = 0; block < blocks; block++) {
            if (block != home
                    && bestOf[block] != OUT
                    && (leading < 0 || bestOf[block] > bestOf[leading])) {
                leading = block;
            }
        }
        int second = -1;
        for (int row = home << 6; row < (home + 1) << 6; row++) {
            if (row != winner
                    && totals[row] != OUT
                    && (second < 0 || totals[row] > totals[second])) {
                second = row;
            }
        }
        if (leading < 0
                || second >= 0
                        && (totals[second] > bestOf[leading]
                                || totals[second] == bestOf[leading] && home < leading)) {
            return second;
        }
        int row = leading << 6;
        while (totals[row] != bestOf[leading]) {
            row++;
        }
        return row;
    }
}
