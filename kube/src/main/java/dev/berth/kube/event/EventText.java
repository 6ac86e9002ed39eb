package dev.berth.kube.event;

import java.nio.charset.StandardCharsets;

/// The notes of events.
final class EventText {
    /// The API server rejects longer notes.
    private static final int MAX_LENGTH = 1024;

    private static final String DOTS = " ...";

    private EventText() {}

    /// Returns the note, truncated to the limit at a character boundary.
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
