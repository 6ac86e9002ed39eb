package com.example.loadaware;

/// A percentage for CPU and one for memory.
public record Percent(long cpu, long memory) {}
