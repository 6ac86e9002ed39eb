package dev.berth.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ClassFileImporter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The engine is made of small parts: files of up to 400 lines, methods of up to 60, constructors
/// of up to 7 parameters. Records that are pure data may have more components.
class SizeTest {
    private static final int MAX_FILE_LINES = 400;
    private static final int MAX_METHOD_LINES = 60;
    private static final int MAX_PARAMETERS = 7;
    private static final Path SOURCES = Path.of("..", "engine", "src", "main", "java");

    /// Where records with many components are values.
    private static final Set<String> DATA_PACKAGES =
            Set.of("dev.berth.engine.view", "dev.berth.engine.cycle", "dev.berth.engine.port");

    @Test
    void noFileOfTheEngineIsTooLong() {
        assertThat(sources(SOURCES)).isNotEmpty();
        assertThat(longFiles(SOURCES))
                .extracting(line -> line.substring(0, line.indexOf(':')))
                .isEmpty();
    }

    @Test
    void noMethodOfTheEngineIsTooLong() {
        assertThat(longMethods(SOURCES)).isEmpty();
    }

    @Test
    void noConstructorOfTheEngineHasTooManyParameters() {
        List<String> tooMany =
                Production.CLASSES.stream()
                        .filter(type -> type.getPackageName().startsWith("dev.berth.engine"))
                        .flatMap(type -> tooManyParameters(type, DATA_PACKAGES).stream())
                        .toList();
        assertThat(tooMany).isEmpty();
    }

    @Test
    void aLongFileIsFound(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("Short.java"), "\n".repeat(MAX_FILE_LINES));
        Files.writeString(folder.resolve("Long.java"), "\n".repeat(MAX_FILE_LINES + 1));
        assertThat(longFiles(folder)).containsExactly("Long.java: 401 lines");
    }

    @Test
    void aLongMethodIsFound(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("Methods.java"),
                "class Methods {\n    void fits(\n            int a) {\n"
                        + "        a++;\n".repeat(MAX_METHOD_LINES - 3)
                        + "    }\n\n    private static final class Inner {\n        Inner() {\n"
                        + "            a++;\n".repeat(MAX_METHOD_LINES - 1)
                        + "        }\n    }\n}\n");
        assertThat(longMethods(folder)).containsExactly("Methods.java:64: 61 lines");
    }

    @Test
    void aConstructorWithManyParametersIsFoundUnlessItIsOfData() {
        Set<String> here = Set.of(SizeTest.class.getPackageName());
        assertThat(tooManyParameters(imported(Crowded.class), here)).hasSize(1);
        assertThat(tooManyParameters(imported(Roomy.class), DATA_PACKAGES)).hasSize(1);
        assertThat(tooManyParameters(imported(Roomy.class), here)).isEmpty();
    }

    private static JavaClass imported(Class<?> type) {
        return new ClassFileImporter().importClass(type);
    }

    private static List<Path> sources(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static List<String> longFiles(Path folder) {
        return sources(folder).stream()
                .filter(file -> lines(file).size() > MAX_FILE_LINES)
                .map(file -> "%s: %d lines".formatted(file.getFileName(), lines(file).size()))
                .toList();
    }

    /// Methods by the layout that the formatter enforces: the body ends with a brace in the column
    /// where the declaration begins.
    private static List<String> longMethods(Path folder) {
        var found = new ArrayList<String>();
        for (Path file : sources(folder)) {
            List<String> lines = lines(file);
            int declaration = -1;
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (beginsMember(line)) {
                    declaration = i;
                } else if (declaration >= 0 && line.equals(indent(lines.get(declaration)) + "}")) {
                    int length = i - declaration + 1;
                    if (length > MAX_METHOD_LINES) {
                        found.add(
                                "%s:%d: %d lines"
                                        .formatted(file.getFileName(), declaration + 1, length));
                    }
                    declaration = -1;
                }
            }
        }
        return found;
    }

    /// A line of a class body that opens a parameter list and declares no type.
    private static boolean beginsMember(String line) {
        String indent = indent(line);
        String code = line.strip();
        return (indent.length() == 4 || indent.length() == 8)
                && code.matches("[\\w<>@?,.\\[\\] ]*\\b\\w+\\(.*")
                && code.matches(
                        "(@Nullable |public |protected |private |static |final |<|[A-Z]|[a-z]+"
                                + " \\w+\\().*")
                && !code.matches(
                        "(return|throw|new|if|for|while|switch|case|else|try|record|super|this)\\b.*")
                && !code.matches(".*\\b(class|record|interface|enum)\\b.*")
                && !code.endsWith(";")
                && !code.contains(" = ");
    }

    private static String indent(String line) {
        return line.substring(0, line.length() - line.stripLeading().length());
    }

    private static List<String> tooManyParameters(JavaClass type, Set<String> dataPackages) {
        if (type.isRecord() && dataPackages.contains(type.getPackageName())) {
            return List.of();
        }
        return type.getConstructors().stream()
                .filter(each -> each.getRawParameterTypes().size() > MAX_PARAMETERS)
                .map(JavaConstructor::getFullName)
                .toList();
    }

    static final class Crowded {
        @SuppressWarnings("unused")
        Crowded(int a, int b, int c, int d, int e, int f, int g, int h) {}
    }

    record Roomy(int a, int b, int c, int d, int e, int f, int g, int h) {}
}
