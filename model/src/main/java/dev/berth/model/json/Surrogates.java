package dev.berth.model.json;

/// Detects text that UTF-8 cannot encode.
final class Surrogates {
    static final String PROBLEM = "half of a surrogate pair";

    private Surrogates() {}

    static boolean allPaired(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return allPairedFrom(text, i);
            }
        }
        return true;
    }

    private static boolean allPairedFrom(String text, int from) {
        int i = from;
        while (i < text.length()) {
            char c = text.charAt(i++);
            if (Character.isLowSurrogate(c)) {
                return false;
            }
            if (Character.isHighSurrogate(c)
                    && (i == text.length() || !Character.isLowSurrogate(text.charAt(i++)))) {
                return false;
            }
        }
        return true;
    }
}
