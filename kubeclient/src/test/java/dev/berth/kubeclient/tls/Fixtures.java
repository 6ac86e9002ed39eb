package dev.berth.kubeclient.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/// Certificates and keys of the tests.
public final class Fixtures {
    private Fixtures() {}

    public static String read(String name) {
        try (InputStream in = Fixtures.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
