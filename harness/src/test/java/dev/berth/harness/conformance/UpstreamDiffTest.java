package dev.berth.harness.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The groups of changes between two releases.
class UpstreamDiffTest {
    private static final String EXPLANATION =
            """
            from: v1.1.0
            to: v1.2.0
            groups:
            - name: zero
              explanation: Y scores every pod.
              rules:
              - {where: 'nodes\\.scores\\.Y', change: absent => 0}
            - name: images
              explanation: Image volumes count.
              rules:
              - where: nodes\\.scores\\.Image
                change: .*
                has: ['pod\\.spec\\.volumes\\.image\\..*']
            - name: shorter
              explanation: The first words are gone.
              rules:
              - {where: 'preemption\\.message', replace: '^first, ', by: ''}
            - name: found
              explanation: The node is named.
              rules:
              - {where: 'preemption\\.message', change: ' => found \\S+'}
            """;

    @TempDir private Path folder;

    private UpstreamDiff diff() throws IOException {
        return new UpstreamDiff(
                Explanations.read(Files.writeString(folder.resolve("e.yaml"), EXPLANATION)));
    }

    private static Obj read(String text) {
        return (Obj) Json.parse(text.replace('\'', '"'));
    }

    private static Obj scores(String node, String scores, int total) {
        return read(
                "{'case':'c','pod':'x/p','node':'%s','nodes':{'%s':{'scores':{%s},'total':%d}}}"
                        .formatted(node, node, scores, total));
    }

    private static Obj tail(String message) {
        return read("{'pod':'x/p','preemption':{'message':'%s'}}".formatted(message));
    }

    private static String printed(UpstreamDiff diff) {
        var bytes = new ByteArrayOutputStream();
        diff.print(new PrintStream(bytes, true, UTF_8));
        return bytes.toString(UTF_8);
    }

    private static Obj input(String pods) {
        return read("{'id':'fit-1-2','pods':[%s]}".formatted(pods));
    }

    @Test
    void aRecordCanBeInSeveralGroups() throws IOException {
        UpstreamDiff diff = diff();
        diff.add(
                input("{'spec':{'volumes':[{'image':{'reference':'i'}}]}}"),
                List.of(scores("a", "'X':1,'Image':5", 6)),
                List.of(scores("a", "'X':1,'Image':7,'Y':0", 8)));

        assertThat(diff.isExplained()).isTrue();
        assertThat(printed(diff))
                .contains("v1.1.0 and v1.2.0: 1 of 1 records differ")
                .containsPattern("\n +1  zero +fit-1-2 +Y scores every pod\\.\n")
                .containsPattern("\n +1  images +fit-1-2 +Image volumes count\\.\n")
                .containsPattern("\n +0  shorter +The first words are gone\\.\n")
                .containsPattern("\n +0  unexplained\n");
    }

    @Test
    void aChangeWithoutARuleIsUnexplained() throws IOException {
        UpstreamDiff diff = diff();
        diff.add(
                input("{'spec':{}}"),
                List.of(scores("a", "'X':1,'Image':5", 6)),
                List.of(scores("a", "'X':1,'Image':7,'Y':0", 8)));

        assertThat(diff.isExplained()).isFalse();
        assertThat(printed(diff))
                .containsPattern("\n +1  zero ")
                .containsPattern("\n +0  images ")
                .containsPattern("\n +1  unexplained\n")
                .endsWith("1  nodes.scores.Image: # => #, e.g. fit-1-2\n");
    }

    @Test
    void theRestOfARewrittenTextMustBeExplainedToo() throws IOException {
        UpstreamDiff diff = diff();
        diff.add(input("{}"), List.of(tail("first, second")), List.of(tail("second")));
        assertThat(diff.isExplained()).isTrue();

        diff.add(input("{}"), List.of(tail("first, ")), List.of(tail("found n1")));
        assertThat(diff.isExplained()).isTrue();
        assertThat(printed(diff))
                .containsPattern("\n +2  shorter ")
                .containsPattern("\n +1  found ");

        diff.add(input("{}"), List.of(tail("first, second")), List.of(tail("third")));
        assertThat(diff.isExplained()).isFalse();
        assertThat(printed(diff)).contains("preemption.message: second => third");
    }

    @Test
    void podsAfterAnotherPlacementFollowOnlyInASequence() throws IOException {
        List<Obj> from = List.of(scores("a", "'X':1", 1), scores("a", "'X':1", 1));
        List<Obj> to = List.of(scores("b", "'X':1", 1), scores("a", "'X':2", 2));

        UpstreamDiff single = diff();
        single.add(read("{'id':'fit-1-2','pods':[{},{}]}"), from, to);
        assertThat(printed(single)).containsPattern("\n +2  unexplained\n");

        UpstreamDiff sequence = diff();
        sequence.add(read("{'id':'fit-1-2','pods':[{},{}],'sequence':true}"), from, to);
        assertThat(printed(sequence))
                .containsPattern("\n +1  after another placement ")
                .containsPattern("\n +1  unexplained\n");
    }

    @Test
    void aMissingRecordIsUnexplained() throws IOException {
        UpstreamDiff diff = diff();
        diff.add(input("{},{}"), List.of(tail(""), tail("")), List.of(tail("")));
        assertThat(printed(diff)).contains("records: # records => # records");

        diff.add(
                input("{},{}"),
                List.of(tail(""), tail("")),
                List.of(read("{'outcome':'error','message':'panic: nil'}")));
        assertThat(printed(diff)).contains("records: # records => error: panic: nil");
    }

    @Test
    void aRuleNeedsEitherAChangeOrAReplacement() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("e.yaml"),
                        """
                        from: a
                        to: b
                        groups: [{name: first, explanation: e, rules: [{where: x}]}]
                        """);
        assertThatThrownBy(() -> Explanations.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("e.yaml: a rule has where, has, and either change or replace")
                .hasMessageContaining("{\"where\":\"x\"}");
    }

    @Test
    void anOracleThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> OracleRelease.of("1.36.4", folder))
                .hasMessage(
                        "there is no oracle of version 1.36.4 in %s; conformance/build builds it"
                                .formatted(folder.resolve("conformance/bin")));
        assertThatThrownBy(() -> OracleRelease.of("new", folder))
                .hasMessage("not a version such as 1.37.1: new");
    }

    @Test
    void aVersionMatchesTheProgramOfItsRelease() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("conformance/bin/1.36"));
        Files.writeString(bin.resolve("version"), "v1.36.4\n");
        Files.writeString(bin.resolve("oracle"), "");

        assertThat(OracleRelease.of("v1.36", folder))
                .isEqualTo(OracleRelease.of("1.36.4", folder))
                .isEqualTo(new OracleRelease("v1.36.4", "1.36", bin.resolve("oracle")));
        assertThatThrownBy(() -> OracleRelease.of("1.36.3", folder))
                .hasMessageContaining("no oracle of version 1.36.3");
    }

    @Test
    void theCommittedExplanationsAreReadable() throws IOException {
        Path committed = Path.of("../conformance/upstream");
        try (var files = Files.list(committed)) {
            for (Path file : files.toList()) {
                Explanations all = Explanations.read(file);
                assertThat(all.groups()).isNotEmpty();
                assertThat(file.getFileName().toString())
                        .isEqualTo("%s-%s.yaml".formatted(minor(all.from()), minor(all.to())));
            }
        }
    }

    private static String minor(String release) {
        return release.substring(1, release.lastIndexOf('.'));
    }
}
