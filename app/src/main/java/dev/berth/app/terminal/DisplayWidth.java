package dev.berth.app.terminal;

/// The width of text on a terminal: East Asian characters and emoji take two columns, combining
/// marks take none.
public final class DisplayWidth {
    private static final String CUT = "…";

    // The first and last code points of the wide ranges, without emoji.
    private static final int[] WIDE = {
        0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0x4dbf, 0x4e00, 0xa4cf, 0xa960, 0xa97f, 0xac00,
        0xd7a3, 0xf900, 0xfaff, 0xfe30, 0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6, 0x1f200, 0x1f2ff,
        0x20000, 0x3fffd
    };

    private DisplayWidth() {}

    public static int width(String text) {
        return text.codePoints().map(DisplayWidth::width).sum();
    }

    private static int width(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> 0;
            default -> isWide(c) ? 2 : 1;
        };
    }

    private static boolean isWide(int c) {
        if (c < WIDE[0]) {
            return false;
        }
        for (int i = 0; i < WIDE.length; i += 2) {
            if (c >= WIDE[i] && c <= WIDE[i + 1]) {
                return true;
            }
        }
        return Character.isEmojiPresentation(c);
    }

    /// The text, truncated to fit, with an ellipsis where it was truncated.
    public static String cut(String text, int width) {
        if (width(text) <= width) {
            return text;
        }
        if (width <= 0) {
            return "";
        }
        var kept = new StringBuilder();
        int used = 1;
        for (int c : text.codePoints().toArray()) {
            used += width(c);
            if (used > width) {
                break;
            }
            kept.appendCodePoint(c);
        }
        return kept.append(CUT).toString();
    }

    /// The text left-aligned in exactly the given number of columns, truncated if it is longer.
    public static String left(String text, int width) {
        String fitting = cut(text, width);
        return fitting + " ".repeat(width - width(fitting));
    }

    /// The text right-aligned in exactly the given number of columns, truncated if it is longer.
    public static String right(String text, int width) {
        String fitting = cut(text, width);
        return " ".repeat(width - width(fitting)) + fitting;
    }
}
