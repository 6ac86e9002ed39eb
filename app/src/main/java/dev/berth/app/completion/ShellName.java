package dev.berth.app.completion;

/// The shells that `berth completion` supports.
public enum ShellName {
    BASH,
    ZSH,
    FISH
}
