package dev.berth.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;

import dev.berth.app.Main;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// Help, messages and the texts of the dashboard use the same words as the documentation.
class MessagesTest {
    private static final BannedWords BANNED = BannedWords.load();

    /// Texts that come from kube-scheduler or another program, with the file that has them.
    private static final Set<String> UPSTREAM =
            BannedWords.read(MessagesTest.class, "allowed-messages.txt").keySet();

    private static final Pattern SUBCOMMAND = Pattern.compile("^  ([a-z-]+)  +\\S.*");

    /// Quoted and template strings, and the texts between tags. A quote begins a string only where
    /// an expression can begin.
    private static final Pattern PAGE_TEXT =
            Pattern.compile(
                    "(?<=[\\s=({\\[,:?+])'([^'\\n]* [^'\\n]*)'|`([^`\\n]* [^`\\n]*)`"
                            + "|(?<=[\\s=])\"([^\"\\n]* [^\"\\n]*)\""
                            + "|>\\s*([^<>{}=;()]* [^<>{}=;()]*)<");

    private static final Pattern PAGE_COMMENT =
            Pattern.compile("(?s:/\\*.*?\\*/)|(?m:(?<!:)//.*$)");

    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{[^}]*}");

    @Test
    void noHelpUsesABannedWord() {
        var helps = new TreeMap<String, String>();
        readHelp(List.of(), helps);
        assertThat(helps).containsKeys("", "run", "up", "explain pod", "config migrate", "sdk");
        var problems = new ArrayList<String>();
        helps.forEach((command, help) -> problems.addAll(problems("berth " + command, help)));
        assertThat(problems).isEmpty();
    }

    @Test
    void noMessageUsesABannedWord() throws IOException {
        List<Path> sources = sources("/src/main/java/", ".java");
        assertThat(sources).hasSizeGreaterThan(1_000);
        var problems = new ArrayList<String>();
        messages(sources)
                .forEach((source, messages) ->
                        messages.forEach(
                                each -> problems.addAll(problems(Docs.name(source), each))));
        assertThat(problems).isEmpty();
    }

    @Test
    void noTextOfTheDashboardUsesABannedWord() throws IOException {
        List<Path> sources =
                Stream.concat(
                                sources("/dashboard/page/src/", ".ts").stream(),
                                sources("/dashboard/page/src/", ".tsx").stream())
                        .toList();
        assertThat(sources).hasSizeGreaterThan(20);
        var problems = new ArrayList<String>();
        for (Path source : sources) {
            pageTexts(Docs.text(source))
                    .forEach(text -> problems.addAll(problems(Docs.name(source), text)));
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void aConcatenatedMessageIsReadAsAWhole(@TempDir Path folder) throws IOException {
        Path source =
                Files.writeString(
                        folder.resolve("Example.java"),
                        """
                        class Example {
                            static final String WORD = "room";
                            String message(int number) {
                                return "there is no" + " room on " + number + " nodes";
                            }
                        }
                        """);
        assertThat(messages(List.of(source)).get(source))
                .containsExactly("there is no room on … nodes");
        assertThat(BANNED.in("there is no room on … nodes")).isNotEmpty();
    }

    @Test
    void stringsTemplatesAndTagsAreTextsOfTheDashboard() {
        assertThat(
                        pageTexts(
                                """
                                // not a text
                                const a = 'one text', b = `two ${x} texts`, c = 'word';
                                return <h2 title="three texts">four texts</h2>;
                                """))
                .containsExactly("one text", "two … texts", "three texts", "four texts");
    }

    @Test
    void everyAllowedMessageIsStillUsed() throws IOException {
        var all = new StringBuilder();
        messages(sources("/src/main/java/", ".java"))
                .values()
                .forEach(messages -> messages.forEach(each -> all.append(each).append('\n')));
        assertThat(UPSTREAM).allMatch(text -> all.indexOf(text) >= 0);
    }

    private static List<String> problems(String place, String text) {
        String own = text;
        for (String upstream : UPSTREAM) {
            own = own.replace(upstream, "");
        }
        return BANNED.in(own).stream()
                .map(problem -> place + ": " + problem + ": " + text)
                .toList();
    }

    /// The help of a command and of all its subcommands, by the words of the command.
    private static void readHelp(List<String> command, Map<String, String> helps) {
        var out = new StringWriter();
        Main main = new Main(new PrintWriter(out), new PrintWriter(out), Map.of(), false);
        main.run(Stream.concat(command.stream(), Stream.of("--help")).toArray(String[]::new));
        helps.put(String.join(" ", command), out.toString());
        boolean inList = false;
        for (String line : out.toString().lines().toList()) {
            var subcommand = SUBCOMMAND.matcher(line);
            if (line.startsWith("Commands:")) {
                inList = true;
            } else if (line.isEmpty()) {
                inList = false;
            } else if (inList && subcommand.matches() && !subcommand.group(1).equals("help")) {
                readHelp(
                        Stream.concat(command.stream(), Stream.of(subcommand.group(1))).toList(),
                        helps);
            }
        }
    }

    private static List<Path> sources(String below, String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(Docs.ROOT)) {
            return files.filter(file -> file.toString().contains(below))
                    .filter(file -> file.toString().endsWith(suffix))
                    .filter(file -> !file.toString().contains("/node_modules/"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
    }

    /// The string literals with a blank in them, by file. A concatenation is one message, with a
    /// sign in place of what is not a literal.
    private static Map<Path, List<String>> messages(List<Path> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var messages = new TreeMap<Path, List<String>>();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            for (Path source : sources) {
                var task =
                        (JavacTask)
                                compiler.getTask(
                                        null,
                                        files,
                                        null,
                                        List.of("-proc:none"),
                                        null,
                                        files.getJavaFileObjects(source));
                var found = new ArrayList<String>();
                for (CompilationUnitTree unit : task.parse()) {
                    new Messages(found).scan(unit, null);
                }
                messages.put(source, found);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        return messages;
    }

    private static final class Messages extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final List<String> found;

        Messages(List<String> found) {
            this.found = found;
        }

        @Override
        public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void unused) {
            if (literal.getValue() instanceof String text) {
                add(text);
            }
            return null;
        }

        @Override
        public @Nullable Void visitBinary(BinaryTree binary, @Nullable Void unused) {
            if (binary.getKind() != Tree.Kind.PLUS) {
                return super.visitBinary(binary, null);
            }
            var text = new StringBuilder();
            concatenate(binary, text);
            add(text.toString());
            return null;
        }

        private void concatenate(ExpressionTree part, StringBuilder text) {
            if (part instanceof BinaryTree binary && binary.getKind() == Tree.Kind.PLUS) {
                concatenate(binary.getLeftOperand(), text);
                concatenate(binary.getRightOperand(), text);
            } else if (part instanceof LiteralTree literal
                    && literal.getValue() instanceof String literalText) {
                text.append(literalText);
            } else {
                text.append('…');
                scan(part, null);
            }
        }

        private void add(String text) {
            if (text.strip().indexOf(' ') > 0) {
                found.add(text);
            }
        }
    }

    private static List<String> pageTexts(String source) {
        var texts = new ArrayList<String>();
        String code = PAGE_COMMENT.matcher(source).replaceAll("");
        var matcher = PAGE_TEXT.matcher(EXPRESSION.matcher(code).replaceAll("…"));
        while (matcher.find()) {
            for (int group = 1; group <= matcher.groupCount(); group++) {
                String text = matcher.group(group);
                // Code between two templates is not a text.
                if (text != null && text.strip().indexOf(' ') > 0 && !text.contains("=>")) {
                    texts.add(text.strip());
                }
            }
        }
        return texts;
    }
}
