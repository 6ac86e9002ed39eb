package dev.berth.serving.http;

/// Text in the format of Go programs.
public final class GoText {
    private GoText() {}

    /// Escapes HTML characters in JSON, as Go's encoder does.
    public static String escaped(String json) {
        return json.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e");
    }
}
