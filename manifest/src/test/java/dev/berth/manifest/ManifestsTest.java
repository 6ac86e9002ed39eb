package dev.berth.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class ManifestsTest {
    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: web
            spec:
              containers:
              - name: main
                resources:
                  requests:
                    cpu: 1x
            """;

    private static List<String> names(List<Manifest> manifests) {
        return manifests.stream()
                .map(m -> m.kind() + " " + m.object().textAt("metadata", "name").orElse("?"))
                .toList();
    }

    @Test
    void readsSeveralDocumentsAndSkipsEmptyOnes() {
        assertThat(
                        names(
                                Manifests.parse(
                                        "f",
                                        """
                                        # nothing yet
                                        ---
                                        ---
                                        apiVersion: v1
                                        kind: Node
                                        metadata: {name: n1}
                                        ---
                                        # only a comment
                                        ---
                                        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p1"}}
                                        ...
                                        """)))
                .containsExactly("Node n1", "Pod p1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "---\n", "# comment\n", "--- \n...\n", "\uFEFF"})
    void anEmptyFileHasNoManifests(String text) {
        assertThat(Manifests.parse("f", text)).isEmpty();
    }

    @Test
    void listsAreTakenApart() {
        List<Manifest> manifests =
                Manifests.parse(
                        "f",
                        """
                        apiVersion: v1
                        kind: List
                        items:
                        - {apiVersion: v1, kind: Pod, metadata: {name: a}}
                        - apiVersion: v1
                          kind: NodeList
                          items:
                          - metadata: {name: n1}
                          - {apiVersion: v2, kind: Special, metadata: {name: n2}}
                        - {apiVersion: v1, kind: PodList, items: null}
                        - {apiVersion: v1, kind: PodList, items: []}
                        - {apiVersion: example.com/v1, kind: Playlist, items: [1], metadata: {name: p}}
                        """);

        assertThat(names(manifests))
                .containsExactly("Pod a", "Node n1", "Special n2", "Playlist p");
        assertThat(manifests.get(1).object().text())
                .isEqualTo(
                        "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\"}}");
        assertThat(manifests.get(1).apiVersion()).isEqualTo("v1");
        assertThat(manifests.get(1).origin()).hasToString("f:8:5");
    }

    @Test
    void jsonDocumentsMayFollowEachOther() {
        assertThat(
                        names(
                                Manifests.parse(
                                        "-",
                                        """
                                        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}
                                        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "b"}}\
                                        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "c"}}
                                        """)))
                .containsExactly("Pod a", "Pod b", "Pod c");
    }

    @Test
    void numbersInJsonKeepTheirForm() {
        assertThat(
                        Manifests.parse(
                                        "f.json",
                                        "{\"apiVersion\":\"v1\",\"kind\":\"X\",\"n\":1.50}")
                                .getFirst()
                                .object()
                                .at("n"))
                .contains(new Json.Num("1.50"));
    }

    @Test
    void aMappingInBracesIsYaml() {
        assertThat(names(Manifests.parse("f", "{apiVersion: v1, kind: Pod, metadata: {name: a}}")))
                .containsExactly("Pod a");
    }

    @Test
    void marksAndEndsOfLinesFromWindowsDoNotMatter() {
        String windows = "\uFEFF" + POD.replace("\n", "\r\n");

        assertThat(Manifests.parse("f", windows).getFirst().object())
                .isEqualTo(Manifests.parse("f", POD).getFirst().object());
    }

    record Bad(String name, String text, String message) {}

    static List<Bad> bads() {
        return List.of(
                new Bad("no kind", "apiVersion: v1\n", "f:1:1: kind: is missing"),
                new Bad("an empty kind", "apiVersion: v1\nkind: ''\n", "f:2:7: kind: is missing"),
                new Bad("no version", "kind: Pod\n", "f:1:1: apiVersion: is missing"),
                new Bad(
                        "a number as kind",
                        "apiVersion: v1\nkind: 7\n",
                        "f:2:7: kind: 7 is not a string"),
                new Bad("text", "hello\n", "f:1:1: is not an object"),
                new Bad("a list", "- apiVersion: v1\n  kind: Pod\n", "f:1:1: is not an object"),
                new Bad(
                        "an item without kind",
                        "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1}\n",
                        "f:4:3: items[0].kind: is missing"),
                new Bad(
                        "an item that is text",
                        "apiVersion: v1\nkind: PodList\nitems: [a]\n",
                        "f:3:9: items[0]: is not an object"),
                new Bad(
                        "items that are no list",
                        "apiVersion: v1\nkind: PodList\nitems: {}\n",
                        "f:3:8: items: is not a list"),
                new Bad(
                        "broken in the second document",
                        POD + "---\na: [\n",
                        "f:13:1: expected the node content, but found '<stream end>' while parsing"
                                + " a flow node"),
                new Bad(
                        "terminal escapes",
                        "apiVersion: v1\nkind: [\"\\e[31m\"]\n",
                        "f:2:7: kind: [\"\\u001B[31m\"] is not a string"));
    }

    @ParameterizedTest
    @MethodSource("bads")
    void messagesAreOneLine(Bad bad) {
        assertThatThrownBy(() -> Manifests.parse("f", bad.text))
                .isInstanceOf(ManifestException.class)
                .hasMessage(bad.message);
    }

    @Test
    void brokenJsonIsReportedAsJson() {
        assertThatThrownBy(() -> Manifests.parse("f.json", "{\"a\": \"é\",\n \"é\": tru}"))
                .hasMessage("f.json:2:7: unrecognized token 'tru'");
        assertThatThrownBy(() -> Manifests.parse("f.json", "{\"a\":1,\"a\":2}"))
                .hasMessage("f.json:1:8: name \"a\" is repeated");
        assertThatThrownBy(() -> Manifests.parse("f.json", "{\"a\":"))
                .hasMessageEndingWith("the text ends too early");
    }

    @Test
    void aDecodersProblemGetsLineAndColumn() {
        Manifest pod = Manifests.parse("pods/web.yaml", POD).getFirst();

        assertThatThrownBy(() -> pod.decode(ManifestsTest::requests))
                .isInstanceOfSatisfying(
                        ManifestException.class,
                        e -> {
                            assertThat(e)
                                    .hasMessage(
                                            "pods/web.yaml:10:14:"
                                                    + " spec.containers[0].resources.requests.cpu:"
                                                    + " \"1x\" is not a quantity: unknown suffix"
                                                    + " \"x\"");
                            assertThat(e.file()).isEqualTo("pods/web.yaml");
                            assertThat(e.position()).contains(new Position(10, 14));
                        });
    }

    @Test
    void aDecodersProblemInAListGetsLineAndColumn() {
        String list =
                """
                {"apiVersion": "v1", "kind": "Event"}
                {"apiVersion": "v1", "kind": "PodList", "items": [
                  {"spec": {"containers": [{"resources": {"requests": {"cpu": "1\\"]}"}}}]}},
                  {"spec": {"a\\u0062": [1, true, "]"], "containers": [{}, {"name": "é", "resources": {"requests": {"cpu": true}}}]}}
                ]}
                """;
        Manifest first = Manifests.parse("-", list).get(1);
        Manifest second = Manifests.parse("-", list).get(2);

        assertThatThrownBy(() -> first.decode(ManifestsTest::requests))
                .hasMessageStartingWith(
                        "-:3:63: items[0].spec.containers[0].resources.requests.cpu: \"1\\\"]}\" is"
                                + " not a quantity: ");
        assertThatThrownBy(() -> second.decode(ManifestsTest::requests))
                .hasMessage(
                        "-:4:107: items[1].spec.containers[1].resources.requests.cpu: true is not a"
                                + " quantity");
        JsonPath spec = JsonPath.ROOT.field("spec");
        assertThat(second.origin().position(spec.field("ab").element(2))).hasToString("4:34");
        assertThat(second.origin().position(spec.field("ab").element(9))).hasToString("4:24");
        assertThat(second.origin().position(spec.field("none"))).hasToString("4:12");
        assertThat(second.origin().position(spec.element(0))).hasToString("4:12");
    }

    private static List<Object> requests(Json.Obj pod) {
        return Fields.of(pod)
                .object("spec")
                .list("containers", c -> c.object("resources").quantities("requests"));
    }

    @Test
    void readsFilesFoldersAndStandardInput(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("sub.yaml"));
        Files.writeString(folder.resolve("b.yml"), object("b"));
        Files.writeString(folder.resolve("a.yaml"), object("a"));
        Files.writeString(
                folder.resolve("c.json"),
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"c\"}}");
        Files.writeString(folder.resolve("ignored.txt"), "no: manifest");
        Files.writeString(folder.resolve("sub.yaml").resolve("deep.yaml"), object("deep"));

        assertThat(
                        names(
                                read(
                                        List.of(
                                                folder.toString(),
                                                "-",
                                                folder.resolve("a.yaml").toString()),
                                        input(object("in")))))
                .containsExactly("Pod a", "Pod b", "Pod c", "Pod in", "Pod a");
        assertThat(names(Manifests.read(folder.resolve("sub.yaml")))).containsExactly("Pod deep");
        assertThatThrownBy(() -> Manifests.read(folder.resolve("ignored.txt")))
                .hasMessageEndingWith("ignored.txt:1:1: kind: is missing");
    }

    /// Reads until the first problem.
    private static List<Manifest> read(List<String> places, InputStream standardInput) {
        return Manifests.read(
                places,
                standardInput,
                problem -> {
                    throw problem;
                });
    }

    @Test
    void aProblemDoesNotHideThoseOfOtherObjectsAndFiles(@TempDir Path folder) throws IOException {
        Path list =
                Files.writeString(
                        folder.resolve("list.yaml"),
                        """
                        apiVersion: v1
                        kind: List
                        items:
                          - {apiVersion: v1, metadata: {name: nameless}}
                          - {apiVersion: v1, kind: Pod, metadata: {name: good}}
                          - 7
                        """);
        Path broken = Files.writeString(folder.resolve("broken.yaml"), "kind: [Pod\n");
        Path last = Files.writeString(folder.resolve("last.yaml"), object("last"));
        var problems = new ArrayList<String>();

        List<Manifest> read =
                Manifests.read(
                        List.of(
                                list.toString(),
                                broken.toString(),
                                folder.resolve("none.yaml").toString(),
                                last.toString()),
                        InputStream.nullInputStream(),
                        problem -> problems.add(problem.getMessage()));

        assertThat(names(read)).containsExactly("Pod good", "Pod last");
        assertThat(problems).hasSize(4);
        assertThat(problems.get(0)).endsWith("list.yaml:4:5: items[0].kind: is missing");
        assertThat(problems.get(1)).endsWith("list.yaml:6:5: items[2]: is not an object");
        assertThat(problems.get(2)).contains("broken.yaml:");
        assertThat(problems.get(3)).endsWith("none.yaml: no such file or directory");
    }

    private static String object(String name) {
        return "apiVersion: v1\nkind: Pod\nmetadata:\n  name: " + name + "\n";
    }

    private static InputStream input(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void filesThatCannotBeReadAreNamed(@TempDir Path folder) throws IOException {
        InputStream none = InputStream.nullInputStream();

        assertThatThrownBy(() -> read(List.of(folder + "/none.yaml"), none))
                .hasMessage(folder + "/none.yaml: no such file or directory");
        assertThatThrownBy(() -> read(List.of(folder.toString()), none))
                .hasMessage(folder + ": no file here ends in .json, .yaml or .yml");
        assertThatThrownBy(() -> read(List.of("a\0b"), none))
                .hasMessage("a\\u0000b: not the name of a file");
        Path binary = folder.resolve("binary.yaml");
        Files.write(binary, new byte[] {'a', ':', ' ', '\n', 'b', (byte) 0xff});
        assertThatThrownBy(() -> Manifests.read(binary))
                .hasMessage(binary + ":2:2: malformed UTF-8");
    }

    @Test
    void theOriginOfAnItemIsItsPositionInTheFile() {
        String text =
                """
                apiVersion: v1
                kind: List
                items:
                - {apiVersion: v1, kind: Pod}
                - apiVersion: v1
                  kind: List
                  items:
                  - apiVersion: v1
                    kind: Pod
                ---
                apiVersion: v1
                kind: Pod
                """;
        assertThat(Manifests.parse("f.yaml", text))
                .extracting(manifest -> manifest.origin().toString())
                .containsExactly("f.yaml:4:3", "f.yaml:8:5", "f.yaml:11:1");
    }
}
