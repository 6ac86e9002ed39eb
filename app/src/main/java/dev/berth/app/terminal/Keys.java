package dev.berth.app.terminal;

import java.util.Optional;

/// Decodes the keys that a terminal sends. Arrow keys arrive as several characters.
public final class Keys {
    private static final int TAB = 9;
    private static final int CONTROL_Z = 0x1a;
    private static final int ESCAPE = 0x1b;

    private enum State {
        PLAIN,
        ESCAPED,
        /// The parameters of a sequence continue until a letter or `~`.
        SEQUENCE
    }

    private State state = State.PLAIN;

    /// Empty while a sequence is incomplete.
    public Optional<Key> next(int sent) {
        State before = state;
        state = State.PLAIN;
        return switch (before) {
            case PLAIN -> plain(sent);
            case ESCAPED -> {
                if (sent == '[' || sent == 'O') {
                    state = State.SEQUENCE;
                    yield Optional.empty();
                }
                yield plain(sent);
            }
            case SEQUENCE -> {
                if (sent >= '0' && sent <= '?') {
                    state = State.SEQUENCE;
                    yield Optional.empty();
                }
                yield Optional.of(
                        switch (sent) {
                            case 'B', 'C' -> Key.NEXT;
                            case 'A', 'D', 'Z' -> Key.PREVIOUS;
                            default -> Key.OTHER;
                        });
            }
        };
    }

    private Optional<Key> plain(int sent) {
        if (sent == ESCAPE) {
            state = State.ESCAPED;
            return Optional.empty();
        }
        return Optional.of(
                switch (sent) {
                    case 'q', 'Q' -> Key.QUIT;
                    case '?', 'h' -> Key.HELP;
                    case 'p', ' ' -> Key.PAUSE;
                    case 's' -> Key.STEP;
                    case 'r' -> Key.RESOURCE;
                    case TAB -> Key.NEXT;
                    case CONTROL_Z -> Key.SUSPEND;
                    default -> Key.OTHER;
                });
    }
}
