package dev.berth.plugins.podtopologyspread;

import dev.berth.spi.Domains;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Nodes;

/// How many domains the nodes in question have.
final class FeasibleDomains {
    private int size;
    private int emptyValue = -1;

    /// @param ignored rows that are in question but do not count
    FeasibleDomains(Domains domains, Nodes nodes, NodeSet feasible, NodeSet ignored) {
        boolean[] met = new boolean[domains.limit()];
        boolean unlabelled = false;
        for (int i = 0; i < feasible.words(); i++) {
            long counted = feasible.word(i) & ~ignored.word(i);
            unlabelled |= (counted & ~domains.labeled().word(i)) != 0;
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
        if (unlabelled && emptyValue < 0) {
            // Nodes without the label share the domain of the empty name.
            size++;
        }
    }

    int size() {
        return size;
    }

    /// The domain whose name is the empty string, or -1.
    int emptyValue() {
        return emptyValue;
    }
}
