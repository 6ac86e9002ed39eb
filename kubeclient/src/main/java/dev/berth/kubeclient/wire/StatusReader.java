package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.ApiStatus;
import dev.berth.kubeclient.wire.ProtoFields.StatusFields;
import dev.berth.model.MessageText;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// Reads error responses in any format, because a proxy may not support the format of the request.
final class StatusReader {
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_TEXT = 500;

    private StatusReader() {}

    static ApiStatus read(int code, InputStream body) {
        byte[] bytes;
        try {
            bytes = body.readNBytes(MAX_BYTES);
        } catch (IOException e) {
            return new ApiStatus(code, "", "the response broke off: " + e.getMessage());
        }
        try {
            return ProtobufEnvelope.isThere(bytes, 0, bytes.length)
                    ? read(code, ProtobufEnvelope.open(new ProtoReader(bytes)).content("Status"))
                    : read(code, Json.parse(bytes));
        } catch (IOException | RuntimeException notAStatus) {
            String text = new String(bytes, StandardCharsets.UTF_8).strip();
            return new ApiStatus(code, "", MessageText.plain(text, MAX_TEXT));
        }
    }

    static ApiStatus read(int code, ProtoReader in) throws IOException {
        int delivered = code;
        String reason = "";
        String message = "";
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case StatusFields.MESSAGE -> message = in.text();
                case StatusFields.REASON -> reason = in.text();
                case StatusFields.CODE -> delivered = in.int32();
                default -> in.skip();
            }
        }
        return new ApiStatus(delivered == 0 ? code : delivered, reason, message);
    }

    static ApiStatus read(int code, Json body) throws IOException {
        if (!(body instanceof Json.Obj object) || object.field("message").isEmpty()) {
            throw new IOException("not a status");
        }
        Fields in = Fields.of(object);
        return new ApiStatus(
                in.integer("code", code), in.text("reason", ""), in.text("message", ""));
    }
}
