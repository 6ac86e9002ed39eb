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
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    FIRST,
    LAST,
    FILTER,
    ENTER,
    ESCAPE,
    BACKSPACE,
    SUSPEND,
    OTHER
}
