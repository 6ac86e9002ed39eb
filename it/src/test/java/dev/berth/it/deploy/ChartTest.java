package dev.berth.it.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;

import dev.berth.manifest.Manifest;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Renders the Helm chart with the value sets beside this test, and compares the results with the
/// committed ones. `-Dchart.update` writes them anew.
class ChartTest {
    private static final Path CHART = Path.of("../deploy/helm/berth");
    private static final Path KUSTOMIZE = Path.of("../deploy/second-scheduler");
    private static final Path SETS = Path.of("src/test/resources/dev/berth/it/deploy");
    private static final String VALUES = ".values.yaml";
    private static final String GOLDEN = ".golden.yaml";

    @TempDir private Path directory;

    @BeforeAll
    static void theLibraryOfHelmIsForThisPlatform() {
        assumeTrue(
                System.getProperty("os.name").equals("Linux")
                        && Set.of("amd64", "x86_64").contains(System.getProperty("os.arch")),
                "the chart tests need Linux on amd64, for which they have Helm as a library");
    }

    @Test
    void helmLintAcceptsTheChart() {
        LintResult result = new Helm(CHART).lint().strict().call();
        assertThat(result.getMessages())
                .noneMatch(line -> line.contains("[ERROR]") || line.contains("[WARNING]"));
        assertThat(result.isFailed()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("sets")
    void theChartRendersEachSetOfValues(String set) throws IOException {
        String rendered = withoutDashboards(render(SETS.resolve(set + VALUES)));
        Path golden = SETS.resolve(set + GOLDEN);
        if (System.getProperty("chart.update") != null) {
            Files.writeString(golden, rendered);
        }
        assertThat(rendered).isEqualTo(Files.readString(golden));
        assertThat(objects(rendered)).isNotEmpty();
    }

    @Test
    void theConfigMapOfTheDashboardsContainsTheirFiles() throws IOException {
        List<Json.Obj> objects = objects(render(SETS.resolve("monitoring" + VALUES)));
        Json.Obj map =
                only(objects, object -> text(field(object, "metadata"), "name").endsWith("boards"));
        try (Stream<Path> files = Files.list(CHART.resolve("dashboards"))) {
            for (Path file : files.toList()) {
                String content = text(field(map, "data"), file.getFileName().toString());
                assertThat(Json.parse(content)).isEqualTo(Json.parse(Files.readString(file)));
            }
        }
    }

    @Test
    void thereAreTwelveSetsOfValues() throws IOException {
        assertThat(sets()).hasSizeGreaterThanOrEqualTo(12);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mode: shadow",
                "replicas: -1",
                "replica: 3",
                "image: {digest: latest}",
                "leaderElection: {leaseDuration: 15}",
                "extraArgs: [v=4]",
                "plugins: {errors: ignore}",
                "plugins: {digests: [4bf1]}",
                "reloadConfig: 5s",
                "podDisruptionBudget: {minAvailable: half}",
                "networkPolicy: {egressPorts: [70000]}",
                "priorityClass: {value: 2000000000}",
                "config: {leaderElection: {leaderElect: false}}",
                "config: {kind: Policy}",
            })
    void invalidValuesAreRejected(String values) throws IOException {
        Path file = Files.writeString(directory.resolve("values.yaml"), values);
        String key = values.substring(0, values.indexOf(':'));
        assertThatThrownBy(() -> render(file)).hasMessageContaining(key);
    }

    /// The chart and the kustomize manifests describe the same container, apart from the flags that
    /// have values in the chart.
    @Test
    void theKustomizeManifestsDescribeTheSameContainer() throws IOException {
        Json.Obj ofChart = container(objects(render(SETS.resolve("defaults" + VALUES))));
        Json.Obj ofKustomize =
                container(objects(Files.readString(KUSTOMIZE.resolve("deployment.yaml"))));
        assertThat(commandWithout(ofChart, "--logging-format=text", "--v=2"))
                .isEqualTo(commandWithout(ofKustomize));
        assertThat(ofChart.without("command").without("image"))
                .isEqualTo(ofKustomize.without("command").without("image"));
    }

    @Test
    void theKustomizeManifestsGrantTheSameRoles() throws IOException {
        List<Json.Obj> ofChart = objects(render(SETS.resolve("defaults" + VALUES)));
        List<Json.Obj> ofKustomize = objects(Files.readString(KUSTOMIZE.resolve("rbac.yaml")));
        assertThat(roles(ofChart)).isEqualTo(roles(ofKustomize)).contains("system:kube-scheduler");
        assertThat(rules(ofChart)).isEqualTo(rules(ofKustomize)).isNotEmpty();
    }

    static List<String> sets() throws IOException {
        try (Stream<Path> files = Files.list(SETS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(VALUES))
                    .map(name -> name.substring(0, name.length() - VALUES.length()))
                    .sorted()
                    .toList();
        }
    }

    private static String render(Path values) {
        return new Helm(CHART)
                .template()
                .withName("berth")
                .withNamespace("kube-system")
                .withKubeVersion("1.37.1")
                .withValuesFile(values)
                .call();
    }

    /// The dashboards have a test of their own, and would make the file unreadable.
    private static String withoutDashboards(String rendered) {
        return Pattern.compile(
                        "^---\n# Source: berth/templates/dashboards.yaml\n.*?(?=^---$|\\z)",
                        Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(rendered)
                .replaceAll("");
    }

    private List<Json.Obj> objects(String manifests) throws IOException {
        Path file = Files.writeString(directory.resolve("rendered.yaml"), manifests);
        return Manifests.read(file).stream().map(Manifest::object).toList();
    }

    private static Json.Obj container(List<Json.Obj> objects) {
        Json.Obj deployment = only(objects, kind("Deployment"));
        Json.Obj template = field(field(field(deployment, "spec"), "template"), "spec");
        return (Json.Obj) elements(template, "containers").getFirst();
    }

    private static List<Json> commandWithout(Json.Obj container, String... flags) {
        var command = new ArrayList<Json>(elements(container, "command"));
        for (String flag : flags) {
            assertThat(command.remove(Json.of(flag))).as(flag).isTrue();
        }
        return command;
    }

    private static List<String> roles(List<Json.Obj> objects) {
        return objects.stream()
                .filter(kind("RoleBinding").or(kind("ClusterRoleBinding")))
                .map(binding -> text(field(binding, "roleRef"), "name"))
                .map(name -> name.replaceFirst("^berth(-scheduler)?-lease$", "lease"))
                .sorted()
                .toList();
    }

    private static List<Json> rules(List<Json.Obj> objects) {
        return objects.stream()
                .filter(kind("Role"))
                .flatMap(role -> elements(role, "rules").stream())
                .toList();
    }

    private static Predicate<Json.Obj> kind(String kind) {
        return object -> text(object, "kind").equals(kind);
    }

    private static Json.Obj only(List<Json.Obj> objects, Predicate<Json.Obj> filter) {
        List<Json.Obj> matches = objects.stream().filter(filter).toList();
        assertThat(matches).hasSize(1);
        return matches.getFirst();
    }

    private static Json.Obj field(Json.Obj object, String name) {
        return (Json.Obj) object.field(name).orElseThrow();
    }

    private static List<Json> elements(Json.Obj object, String name) {
        return ((Json.Arr) object.field(name).orElseThrow()).elements();
    }

    private static String text(Json.Obj object, String name) {
        return ((Json.Str) object.field(name).orElseThrow()).value();
    }
}
