package dev.berth.plugins.podtopologyspread;

import dev.berth.spi.Domains;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Nodes;

/// The number of domains of the feasible nodes.
final class FeasibleDomains {
    private int size;
    private int emptyValue = -1;

    /// @param ignored feasible rows that do not count
    FeasibleDomains(Domains domains, Nodes nodes, NodeSet feasible, NodeSet ignored) {
        boolean[] met = new boolean[domains.limit()];
        boolean unlabeled = false;
        for (int i = 0; i < feasible.words(); i++) {
            long counted = feasible.word(i) & ~ignored.word(i);
            unlabeled |= (counted & ~domains.labeled().word(i)) != 0;
            for (long word = counted & domains.labeled().word(i);
                    word != 0 && size < domains.used();
                    word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                int domain = domains.of(row);
                if (!met[domain]) {
                    met[domain] = true;
                    size++;
                    if (nodes.view(row).labels().getOr(domains.key(), "").isEmpty()) {
                        emptyValue = domain;
                    }
                }
            }
        }
        if (unlabeled && emptyValue < 0) {
            // Nodes without the label are in the domain of the empty value.
            size++;
        }
    }

    int size() {
        return size;
    }

    /// The domain of the empty value, or -1.
    int emptyValue() {
        return emptyValue;
    }
}
