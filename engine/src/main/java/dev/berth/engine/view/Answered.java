package dev.berth.engine.view;

/// An answer and the status of the scheduler, both of one loop iteration.
public record Answered<T>(SchedulerStatus status, T answer) {}
