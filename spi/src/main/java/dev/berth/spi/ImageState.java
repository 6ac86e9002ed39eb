package dev.berth.spi;

/// An image that nodes have already: its size as the first of them told it, and how many have it.
public record ImageState(long sizeBytes, int nodes) {}
