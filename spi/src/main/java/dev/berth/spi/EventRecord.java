package dev.berth.spi;

import dev.berth.model.KubeObject;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A Kubernetes event to record (`events.k8s.io/v1`).
///
/// @param regarding the object that the event is about
/// @param warning whether the type of the event is `Warning` instead of `Normal`
/// @param reason the machine-readable reason, such as `Preempted`
/// @param action the action of the scheduler, such as `Preempting`
/// @param note the text of the event; the record truncates it to the 1,024 bytes that the API
///   server accepts
/// @param related a secondary object, such as the preemptor of a victim
public record EventRecord(
        KubeObject regarding,
        boolean warning,
        String reason,
        String action,
        String note,
        Optional<KubeObject> related) {
    private static final int MAX_NOTE_BYTES = 1024;
    private static final int MAX_BYTES_PER_CHAR = 3;
    private static final String ELLIPSIS = " ...";

    public EventRecord {
        note = truncated(note);
    }

    /// An event without a secondary object.
    public EventRecord(
            KubeObject regarding, boolean warning, String reason, String action, String note) {
        this(regarding, warning, reason, action, note, Optional.empty());
    }

    /// Returns the note, truncated at a character boundary.
    private static String truncated(String note) {
        if (note.length() <= MAX_NOTE_BYTES / MAX_BYTES_PER_CHAR) {
            return note;
        }
        byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_NOTE_BYTES) {
            return note;
        }
        int end = MAX_NOTE_BYTES - ELLIPSIS.length();
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + ELLIPSIS;
    }
}
