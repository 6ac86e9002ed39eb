package dev.berth.app.terminal;

/// A key of the live view.
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
