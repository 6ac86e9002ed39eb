package dev.berth.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.api.ResourceRegistry;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// Objects of every kind, and their tables from kube-apiserver v1.37.1.
class TablesTest {
    record Recorded(String apiVersion, String kind, Json table) {
        @Override
        public String toString() {
            return apiVersion + " " + kind;
        }
    }

    static Stream<Recorded> recorded() throws Exception {
        try (InputStream in = TablesTest.class.getResourceAsStream("tables.json")) {
            List<Json> all = ((Json.Arr) Json.parse(Objects.requireNonNull(in))).elements();
            return all.stream()
                    .map(it ->
                            new Recorded(
                                    it.textAt("apiVersion").orElseThrow(),
                                    it.textAt("kind").orElseThrow(),
                                    it));
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void rowsAndColumnsAreThoseOfKubernetes(Recorded it) {
        Kind kind = new ResourceRegistry().ofKind(it.apiVersion(), it.kind()).orElseThrow().kind();
        Instant now = Instant.parse(it.table().textAt("now").orElseThrow());
        List<Json.Obj> objects =
                Path.of("items").items(it.table()).stream().map(Json.Obj.class::cast).toList();
        Json.Obj table =
                TableEncoder.of(
                        kind, Json.Obj.EMPTY, objects, TableEncoder.Include.NONE, true, now);
        assertThat(Path.of("columnDefinitions").items(table).stream().map(TablesTest::column))
                .containsExactlyElementsOf(Path.of("columns").items(it.table()));
        assertThat(Path.of("rows").items(table))
                .containsExactlyElementsOf(Path.of("rows").items(it.table()));
    }

    private static Json column(Json definition) {
        return Json.arr(
                definition.at("name").orElseThrow(),
                definition.at("type").orElseThrow(),
                definition.at("format").orElseThrow(),
                definition.at("priority").orElseThrow());
    }

    @Test
    void everySupportedKindExceptNamespacesIsRecorded() throws Exception {
        List<String> known = recorded().map(Recorded::toString).toList();
        assertThat(new ResourceRegistry().all().stream().map(it -> it.kind().toString()))
                .filteredOn(kind -> !known.contains(kind))
                .containsExactly("v1 Namespace");
    }
}
