package dev.berth.spi;

/// Scores all nodes with 0.
enum ZeroScorer implements NodeScorer {
    INSTANCE;

    private static final DependsOn DEPENDS = DependsOn.onAttributes();

    @Override
    public long score(NodeView node) {
        return 0;
    }

    @Override
    public void scoreAll(Nodes nodes, NodeSet feasible, Scores out) {
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            out.set(row, 0);
        }
    }

    @Override
    public DependsOn dependsOn() {
        return DEPENDS;
    }
}
