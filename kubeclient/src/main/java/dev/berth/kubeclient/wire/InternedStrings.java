package dev.berth.kubeclient.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Interns strings that repeat, such as namespaces, node names and phases.
final class InternedStrings {
    private static final int MAX_LENGTH = 128;

    private final DecodeCache<String> words = new DecodeCache<>(1 << 14, MAX_LENGTH);

    /// Reads the string in the current field.
    String word(ProtoReader in) throws IOException {
        int length = in.length();
        int from = in.at();
        in.advance(length);
        if (length == 0) {
            return "";
        }
        String known = words.find(in.bytes(), from, from + length);
        return known != null
                ? known
                : words.keep(
                        in.bytes(),
                        from,
                        from + length,
                        new String(in.bytes(), from, length, StandardCharsets.UTF_8));
    }
}
