package dev.berth.app.live;

import dev.berth.app.terminal.Key;
import dev.berth.app.terminal.KeyPress;
import dev.berth.app.terminal.Terminal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.stream.Stream;

/// A terminal at which everything is pressed in the order it was written down; time is not waited
/// for.
final class ScriptedTerminal implements Terminal {
    final StringBuilder written = new StringBuilder();
    private final ArrayDeque<KeyPress> keys;
    private Size size = new Size(100, 30);
    private boolean entered;
    private boolean disturbed;
    int suspended;
    int left;

    ScriptedTerminal(Key... keys) {
        this.keys = new ArrayDeque<>(Stream.of(keys).map(key -> new KeyPress(key, "")).toList());
    }

    /// Presses a key, and then types a text.
    ScriptedTerminal then(Key key, String text) {
        keys.add(new KeyPress(key, ""));
        text.codePoints()
                .forEach(sign -> keys.add(new KeyPress(Key.OTHER, Character.toString(sign))));
        return this;
    }

    void resize(Size other) {
        size = other;
        disturbed = true;
    }

    boolean isEntered() {
        return entered;
    }

    @Override
    public Size size() {
        return size;
    }

    @Override
    public void enter() {
        entered = true;
    }

    @Override
    public void leave() {
        entered = false;
        left++;
    }

    @Override
    public void suspend() {
        suspended++;
        disturbed = true;
    }

    @Override
    public void write(String text) {
        written.append(text);
    }

    @Override
    public Optional<KeyPress> key(Duration atMost) {
        return Optional.ofNullable(keys.poll());
    }

    @Override
    public boolean disturbed() {
        boolean was = disturbed;
        disturbed = false;
        return was;
    }
}
