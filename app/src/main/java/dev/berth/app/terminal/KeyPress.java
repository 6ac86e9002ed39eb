package dev.berth.app.terminal;

/// A pressed key.
///
/// @param key the meaning of the key in the live view
/// @param sign the character, for text input; empty if the key has no printable one
public record KeyPress(Key key, String sign) {
    static KeyPress of(Key key) {
        return new KeyPress(key, "");
    }
}
