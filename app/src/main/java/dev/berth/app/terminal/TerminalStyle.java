package dev.berth.app.terminal;

/// Colors and weights of text, or none.
public enum TerminalStyle {
    ON,
    OFF;

    public static TerminalStyle of(boolean wanted) {
        return wanted ? ON : OFF;
    }

    public String bold(String text) {
        return in("1", text);
    }

    public String faint(String text) {
        return in("2", text);
    }

    public String red(String text) {
        return in("31", text);
    }

    public String green(String text) {
        return in("32", text);
    }

    public String yellow(String text) {
        return in("33", text);
    }

    private String in(String code, String text) {
        return this == OFF || text.isEmpty() ? text : "\033[" + code + "m" + text + "\033[0m";
    }
}
