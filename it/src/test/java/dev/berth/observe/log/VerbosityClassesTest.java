package dev.berth.observe.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The classes that stand for the source files of kube-scheduler in `--vmodule`. They are in
/// modules that `observe` does not depend on.
class VerbosityClassesTest {
    @Test
    void everyClassOfAFileOfKubeSchedulerExists() throws IOException {
        Set<String> classes;
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            classes =
                    files.map(Path::toString)
                            .filter(file -> file.contains("/src/main/java/"))
                            .filter(file -> file.endsWith(".java"))
                            .map(file -> file.substring(file.lastIndexOf('/') + 1))
                            .map(file -> file.substring(0, file.length() - ".java".length()))
                            .collect(Collectors.toSet());
        }
        var named = new TreeSet<String>();
        Verbosity.KNOWN.values().forEach(named::addAll);
        assertThat(named).isNotEmpty();
        assertThat(classes).containsAll(named);
    }
}
