package dev.berth.app.terminal;

/// A key that means something.
public enum Key {
    QUIT,
    HELP,
    PAUSE,
    STEP,
    RESOURCE,
    NEXT,
    PREVIOUS,
    SUSPEND,
    OTHER
}
