package dev.berth.app.terminal;

import java.util.Optional;

/// Decodes the keys that a terminal sends. Arrow keys arrive as several characters.
public final class Keys {
    private static final int BACKSPACE = 8;
    private static final int TAB = 9;
    private static final int LINE_FEED = 10;
    private static final int CARRIAGE_RETURN = 13;
    private static final int CONTROL_Z = 0x1a;
    private static final int ESCAPE = 0x1b;
    private static final int DELETE = 0x7f;

    private enum State {
        PLAIN,
        ESCAPED,
        /// The parameters of a sequence continue until a letter or `~`.
        SEQUENCE
    }

    private final StringBuilder parameters = new StringBuilder();
    private State state = State.PLAIN;

    /// Empty while a sequence is incomplete.
    public Optional<KeyPress> next(int sent) {
        State before = state;
        state = State.PLAIN;
        return switch (before) {
            case PLAIN -> plain(sent);
            case ESCAPED -> {
                if (sent == '[' || sent == 'O') {
                    state = State.SEQUENCE;
                    parameters.setLength(0);
                    yield Optional.empty();
                }
                yield plain(sent);
            }
            case SEQUENCE -> {
                if (sent >= '0' && sent <= '?') {
                    state = State.SEQUENCE;
                    parameters.append((char) sent);
                    yield Optional.empty();
                }
                yield Optional.of(KeyPress.of(ofSequence(sent)));
            }
        };
    }

    /// No character follows the last one: it was the escape key, or an unknown sequence.
    public KeyPress end() {
        State before = state;
        state = State.PLAIN;
        return KeyPress.of(before == State.ESCAPED ? Key.ESCAPE : Key.OTHER);
    }

    private Key ofSequence(int last) {
        return switch (last) {
            case 'A' -> Key.UP;
            case 'B' -> Key.DOWN;
            case 'C' -> Key.NEXT;
            case 'D', 'Z' -> Key.PREVIOUS;
            case 'H' -> Key.FIRST;
            case 'F' -> Key.LAST;
            case '~' ->
                    switch (parameters.toString()) {
                        case "1", "7" -> Key.FIRST;
                        case "4", "8" -> Key.LAST;
                        case "5" -> Key.PAGE_UP;
                        case "6" -> Key.PAGE_DOWN;
                        default -> Key.OTHER;
                    };
            default -> Key.OTHER;
        };
    }

    private Optional<KeyPress> plain(int sent) {
        if (sent == ESCAPE) {
            state = State.ESCAPED;
            return Optional.empty();
        }
        Key key =
                switch (sent) {
                    case 'q', 'Q' -> Key.QUIT;
                    case '?', 'h' -> Key.HELP;
                    case 'p', ' ' -> Key.PAUSE;
                    case 's' -> Key.STEP;
                    case 'r' -> Key.RESOURCE;
                    case '/' -> Key.FILTER;
                    case TAB -> Key.NEXT;
                    case LINE_FEED, CARRIAGE_RETURN -> Key.ENTER;
                    case BACKSPACE, DELETE -> Key.BACKSPACE;
                    case CONTROL_Z -> Key.SUSPEND;
                    default -> Key.OTHER;
                };
        return Optional.of(
                new KeyPress(key, sent > ' ' && sent < DELETE ? Character.toString(sent) : ""));
    }
}
