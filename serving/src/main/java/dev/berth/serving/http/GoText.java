package dev.berth.serving.http;

/// Text as programs in Go write it.
public final class GoText {
    private GoText() {}

    /// JSON in which nothing can be taken for HTML.
    public static String escaped(String json) {
        return json.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e");
    }
}
