package dev.berth.controlplane.api;

import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// The position in a paged list: the key of the last object, and the revision of the list, or -1
/// for the newest revision.
record ContinueToken(long revision, String after) {
    private static final String VERSION = "meta.k8s.io/v1";
    private static final String START = "/";
    private static final String END = "\u0000";

    static Reply<ContinueToken> read(String token) {
        Json.Obj read;
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(token);
            read =
                    Json.parse(new String(bytes, StandardCharsets.UTF_8)) instanceof Json.Obj object
                            ? object
                            : Json.Obj.EMPTY;
        } catch (IllegalArgumentException | JsonException e) {
            return invalid("continue key is not valid: " + complaint(token));
        }
        String start = Path.of("start").text(read);
        if (!Path.of("v").text(read).equals(VERSION)) {
            return invalid(
                    "continue key is not valid: server does not recognize this encoded version "
                            + Json.of(Path.of("v").text(read)).text());
        }
        long revision = Path.of("rv").number(read, 0);
        if (revision == 0) {
            return invalid(
                    "continue key is not valid: incorrect encoded start resourceVersion"
                            + " (version meta.k8s.io/v1)");
        }
        if (!start.startsWith(START) || !start.endsWith(END)) {
            return invalid(
                    "continue key is not valid: encoded start key empty (version meta.k8s.io/v1)");
        }
        return Reply.of(new ContinueToken(revision, start.substring(1, start.length() - 1)));
    }

    private static String complaint(String token) {
        try {
            byte[] content = Base64.getUrlDecoder().decode(token);
            return content.length == 0
                    ? "unexpected end of JSON input"
                    : "invalid character '%s' looking for beginning of value"
                            .formatted(shown(content[0] & 0xff));
        } catch (IllegalArgumentException e) {
            return "illegal base64 data at input byte 0";
        }
    }

    /// Formats a byte as the decoder of the API server does: characters that are not printable are
    /// written as numbers.
    private static String shown(int character) {
        if (character < ' ' || character == 0x7f) {
            return "\\x%02x".formatted(character);
        }
        return character > 0x7f && character <= 0xa0
                ? "\\u%04x".formatted(character)
                : Character.toString(character);
    }

    String token() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(
                        Json.Obj.EMPTY
                                .with("v", VERSION)
                                .with("rv", revision)
                                .with("start", START + after + END)
                                .bytes());
    }

    private static Reply<ContinueToken> invalid(String why) {
        return Reply.no(StatusError.badRequest("invalid continue token: " + why));
    }
}
