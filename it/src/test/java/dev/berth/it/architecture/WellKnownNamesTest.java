package dev.berth.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Names that Kubernetes gives to labels are in one place.
class WellKnownNamesTest {
    private static final Path ROOT = Path.of("..");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kubernetes.io/hostname",
                "topology.kubernetes.io/zone",
                "topology.kubernetes.io/region",
                "failure-domain.beta.kubernetes.io/zone",
                "failure-domain.beta.kubernetes.io/region",
            })
    void theNameOfALabelIsInOneClass(String label) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, 12)) {
            assertThat(
                            files.filter(each -> isMainCode(ROOT.relativize(each)))
                                    .filter(each -> contains(each, '"' + label + '"'))
                                    .map(each -> each.getFileName().toString()))
                    .containsExactly("WellKnownLabels.java");
        }
    }

    /// Whether the file is a source of a module; examples and generated files are no modules.
    private static boolean isMainCode(Path file) {
        return file.toString().endsWith(".java")
                && file.getNameCount() > 3
                && file.subpath(1, 4).equals(Path.of("src", "main", "java"));
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
