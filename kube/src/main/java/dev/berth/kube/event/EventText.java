package dev.berth.kube.event;

import java.nio.charset.StandardCharsets;

/// What events say.
final class EventText {
    /// API servers refuse longer ones.
    private static final int MAX_LENGTH = 1024;

    private static final String DOTS = " ...";

    private EventText() {}

    /// The note, or as much of it as fits, not ending in the middle of a character.
    static String cut(String note) {
        if (note.length() <= MAX_LENGTH / 3) {
            return note;
        }
        byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_LENGTH) {
            return note;
        }
        int end = MAX_LENGTH - DOTS.length();
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + DOTS;
    }
}
