package dev.berth.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.profile.EventResources;
import dev.berth.model.Kind;
import dev.berth.spi.ClusterEvent;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The pages for plugin authors list all names of kube-scheduler's framework, and all resources and
/// actions that a plugin can register.
class FrameworkDocsTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    @Test
    void everyNameOfTheFrameworkIsMapped() throws IOException {
        String code = codeOf(page("docs/extend/from-kube-scheduler.md"));
        List<String> names = frameworkNames();
        assertThat(names).hasSizeGreaterThan(120).doesNotHaveDuplicates();
        assertThat(names)
                .allMatch(name -> Pattern.compile("\\b" + name + "\\b").matcher(code).find());
    }

    @Test
    void everyResourceIsInTheTableWithItsKind() throws IllegalAccessException {
        String table = page("docs/extend/spi.md");
        for (Field field : constants(String.class)) {
            var resource = (String) Objects.requireNonNull(field.get(null));
            String kind = EventResources.watched(resource).map(Kind::toString).orElse("");
            assertThat(table)
                    .as("the row of %s", field.getName())
                    .containsPattern(
                            "(?m)^\\| `%s` \\| `%s` \\|.*%s.*$"
                                    .formatted(
                                            field.getName(),
                                            Pattern.quote(resource),
                                            kind.isEmpty() ? "" : "`" + Pattern.quote(kind) + "`"));
        }
    }

    @Test
    void everyActionIsInTheTableWithItsLabel() throws IllegalAccessException {
        String table = page("docs/extend/spi.md");
        for (Field field : constants(int.class)) {
            String label = ClusterEvent.of("", field.getInt(null)).label();
            assertThat(table)
                    .as("the row of %s", field.getName())
                    .containsPattern(
                            "(?m)^\\| `%s` \\| `%s` \\|".formatted(field.getName(), label));
        }
    }

    private static List<Field> constants(Class<?> type) {
        return Arrays.stream(ClusterEvent.class.getDeclaredFields())
                .filter(field -> Modifier.isPublic(field.getModifiers()))
                .filter(field -> field.getType() == type)
                .toList();
    }

    private static String page(String name) {
        return Docs.text(Docs.ROOT.resolve(name));
    }

    private static String codeOf(String page) {
        Matcher spans = CODE.matcher(page);
        var code = new StringBuilder();
        while (spans.find()) {
            code.append(spans.group(1)).append('\n');
        }
        return code.toString();
    }

    private static List<String> frameworkNames() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        FrameworkDocsTest.class.getResourceAsStream("framework-names.txt"))) {
            var names = new ArrayList<String>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.startsWith("#") && !line.isBlank()) {
                    names.addAll(List.of(line.split(" ")));
                }
            }
            return names;
        }
    }
}
