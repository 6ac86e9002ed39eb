package dev.berth.manifest;

/// A line and column in a text, both starting at 1.
public record Position(int line, int column) {
    static Position of(CharSequence text, int offset) {
        int line = 1;
        int start = 0;
        for (int i = 0; i < offset; i++) {
            char c = text.charAt(i);
            boolean ends =
                    c == '\n'
                            || (c == '\r'
                                    && (i + 1 == text.length() || text.charAt(i + 1) != '\n'));
            if (ends) {
                line++;
                start = i + 1;
            }
        }
        return new Position(line, Character.codePointCount(text, start, offset) + 1);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
