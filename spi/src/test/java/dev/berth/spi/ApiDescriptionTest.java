package dev.berth.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Compares the SPI with its committed description, one line for each public type and member, so
/// that a change of the API that plugin authors compile against is visible in a review.
class ApiDescriptionTest {
    private static final Path DESCRIPTION = Path.of("api", "dev.berth.spi.txt");
    private static final Path CLASSES = Path.of("target", "classes");
    private static final String UPDATE = "mvn -pl spi -am test -Dspi.api.update";

    @Test
    void theSpiIsAsDescribed() throws Exception {
        SortedSet<String> now = describe(classes());
        if (System.getProperty("spi.api.update") != null) {
            Files.write(DESCRIPTION, now);
        }
        SortedSet<String> committed = new TreeSet<>(Files.readAllLines(DESCRIPTION));
        assertThat(difference(committed, now)).isEmpty();
    }

    @Test
    void aRemovalIsReportedAsIncompatible() throws Exception {
        var before = describe(List.of(Verdict.class));
        var after = new TreeSet<>(before);
        after.removeIf(line -> line.contains("PASS"));
        assertThat(difference(before, after))
                .startsWith("Incompatible for plugins that exist: removed or changed")
                .contains("PASS")
                .contains(UPDATE);
    }

    @Test
    void anAdditionIsReportedAsCompatible() throws Exception {
        var after = describe(List.of(Verdict.class));
        var before = new TreeSet<>(after);
        before.removeIf(line -> line.contains("PASS"));
        assertThat(difference(before, after)).startsWith("New in the SPI:").contains("PASS");
    }

    @Test
    void aNewAbstractMethodIsReportedAsIncompatible() {
        var after = describe(List.of(PreEnqueue.class));
        var before = new TreeSet<>(after);
        before.removeIf(line -> line.contains(" preEnqueue("));
        assertThat(before).isNotEqualTo(after);
        assertThat(difference(before, after))
                .startsWith("Incompatible for plugins that exist: a new method to implement")
                .contains("preEnqueue");
    }

    @Test
    void onlyWhatPluginAuthorsCanUseIsDescribed() {
        assertThat(describe(List.of(ApiDescriptionTest.class))).isEmpty();
        assertThat(describe(List.of(EventRecord.class)))
                .anyMatch(line -> line.endsWith("public java.lang.String note()"))
                .noneMatch(line -> line.contains("private"));
    }

    private static String difference(SortedSet<String> before, SortedSet<String> after) {
        var removed = new TreeSet<>(before);
        removed.removeAll(after);
        var added = new TreeSet<>(after);
        added.removeAll(before);
        var required = new TreeSet<>(added);
        required.removeIf(line -> !line.contains(": public abstract ") || isNew(line, before));
        added.removeAll(required);
        var text = new StringBuilder();
        section(text, "Incompatible for plugins that exist: removed or changed", removed);
        section(text, "Incompatible for plugins that exist: a new method to implement", required);
        section(text, "New in the SPI:", added);
        if (!text.isEmpty()) {
            text.append("If this is intended, run ").append(UPDATE).append(" and commit the file.");
        }
        return text.toString();
    }

    /// Whether the member belongs to a type that is new too.
    private static boolean isNew(String line, SortedSet<String> before) {
        String type = line.substring(0, line.indexOf(": "));
        return before.stream().noneMatch(other -> other.startsWith(type + ": "));
    }

    private static void section(StringBuilder text, String title, SortedSet<String> lines) {
        if (!lines.isEmpty()) {
            text.append(title).append('\n');
            lines.forEach(line -> text.append("  ").append(line).append('\n'));
        }
    }

    private static List<Class<?>> classes() throws IOException, ClassNotFoundException {
        var classes = new ArrayList<Class<?>>();
        try (Stream<Path> files = Files.walk(CLASSES.resolve("dev/berth/spi"))) {
            for (Path file : files.sorted().toList()) {
                String name = CLASSES.relativize(file).toString();
                if (name.endsWith(".class") && !name.endsWith("-info.class")) {
                    classes.add(
                            Class.forName(
                                    name.replace(".class", "").replace('/', '.'),
                                    false,
                                    ApiDescriptionTest.class.getClassLoader()));
                }
            }
        }
        return classes;
    }

    private static SortedSet<String> describe(List<Class<?>> classes) {
        var lines = new TreeSet<String>();
        for (Class<?> type : classes) {
            if (isVisible(type)) {
                lines.add(type.getName() + ": " + declaration(type));
                members(type)
                        .filter(member -> isApi(member.getModifiers()) && !member.isSynthetic())
                        .forEach(member -> lines.add(type.getName() + ": " + text(member)));
            }
        }
        return lines;
    }

    private static boolean isVisible(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return isApi(type.getModifiers())
                && !type.isAnonymousClass()
                && (outer == null || isVisible(outer));
    }

    private static boolean isApi(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static Stream<Member> members(Class<?> type) {
        return Stream.of(
                        type.getDeclaredFields(),
                        type.getDeclaredConstructors(),
                        type.getDeclaredMethods())
                .flatMap(Arrays::stream);
    }

    private static String declaration(Class<?> type) {
        var text = new StringBuilder(type.toGenericString());
        if (type.getGenericSuperclass() != null) {
            text.append(" extends ").append(type.getGenericSuperclass().getTypeName());
        }
        append(text, " implements ", type.getGenericInterfaces());
        if (type.isSealed()) {
            append(text, " permits ", type.getPermittedSubclasses());
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String word, Type[] types) {
        if (types.length > 0) {
            text.append(word)
                    .append(
                            Arrays.stream(types)
                                    .map(Type::getTypeName)
                                    .collect(Collectors.joining(", ")));
        }
    }

    /// The declaration of a member without the name of its type.
    private static String text(Member member) {
        AnnotatedElement element = (AnnotatedElement) member;
        String text =
                switch (element) {
                    case Method method -> method.toGenericString();
                    case Constructor<?> constructor -> constructor.toGenericString();
                    case Field field -> field.toGenericString();
                    default -> throw new IllegalArgumentException(String.valueOf(member));
                };
        String type = member.getDeclaringClass().getName();
        return text.replace(" " + type + ".", " ");
    }
}
