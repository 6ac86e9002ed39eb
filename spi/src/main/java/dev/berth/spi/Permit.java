package dev.berth.spi;

/// Lets a placed pod go on to binding, holds it, or turns it back.
public interface Permit extends Plugin {
    PermitVerdict permit(PodCycle cycle, NodeView node);
}
