package dev.berth.answers;

/// A move of a pod into a queue.
public record QueueMoveItem(
        @Doc("the queue") String queue,
        @Doc("the event that caused the move; empty for a failed attempt") String event,
        @Doc("when the pod moved") long atMillis) {}
