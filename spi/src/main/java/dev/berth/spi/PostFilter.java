package dev.berth.spi;

/// Tries to make room when no node passed: preemption, for example.
public interface PostFilter extends Plugin {
    PostFilterVerdict postFilter(PodCycle cycle, Diagnosis diagnosis);
}
