package dev.berth.kubeclient.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// Compares field numbers with those of the .proto files of Kubernetes, of which `conformance/run
/// protobuf` keeps a list.
class ProtoFieldsTest {
    private final Map<String, Map<String, Integer>> published = published();

    private static Map<String, Map<String, Integer>> published() {
        var messages = new LinkedHashMap<String, Map<String, Integer>>();
        new String(Recorded.bytes("proto-fields.txt"), StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> {
                    String[] words = line.split("[: ]+", -1);
                    var fields = new LinkedHashMap<String, Integer>();
                    for (int i = 1; i < words.length; i++) {
                        String[] field = words[i].split("=", -1);
                        fields.put(field[0], Integer.valueOf(field[1]));
                    }
                    messages.put(words[0], fields);
                });
        return messages;
    }

    private Map<String, Integer> fields(String message) {
        return Objects.requireNonNull(published.get(message), message);
    }

    @Test
    void theConstantsAreThePublishedNumbers() throws Exception {
        for (Class<?> message : ProtoFields.class.getDeclaredClasses()) {
            String name = message.getSimpleName().replaceAll("Fields$", "");
            if (name.equals("MapEntry")) {
                continue;
            }
            var expected = new LinkedHashMap<String, Integer>();
            fields(name).forEach((field, number) -> expected.put(plain(field), number));
            var constants = new LinkedHashMap<String, Integer>();
            for (Field constant : message.getDeclaredFields()) {
                constants.put(plain(constant.getName()), constant.getInt(null));
            }
            assertThat(constants).as(name).isEqualTo(expected);
        }
    }

    private static String plain(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }

    @Test
    void theMessagesThatBecomeJsonHaveThePublishedNumbers() {
        assertThat(JsonMessages.all()).hasSizeGreaterThan(60);
        JsonMessages.all()
                .forEach((name, message) ->
                        message.fields()
                                .forEach(field ->
                                        assertThat(fields(name))
                                                .as("%s.%s", name, field.name())
                                                .containsEntry(protoName(field), field.number())));
    }

    /// A message whose fields are inlined is a field with the name of its type.
    private static String protoName(JsonField field) {
        return field.name().isEmpty()
                ? field.type().substring(0, 1).toLowerCase(Locale.ROOT) + field.type().substring(1)
                : field.name();
    }

    /// One reader reads both messages with the constants of the first.
    @ParameterizedTest
    @CsvSource({
        "ReplicaSet, StatefulSet, metadata spec",
        "ReplicaSetSpec, StatefulSetSpec, selector",
        "PodCondition, NodeCondition, type status lastTransitionTime reason message",
        "PodAffinity, PodAntiAffinity, requiredDuringSchedulingIgnoredDuringExecution"
                + " preferredDuringSchedulingIgnoredDuringExecution",
        "LabelSelectorRequirement, NodeSelectorRequirement, key operator values",
        "ResourceRequirements, VolumeResourceRequirements, limits requests",
        "Timestamp, MicroTime, seconds nanos",
    })
    void messagesThatShareAReaderHaveTheSameNumbers(String one, String other, String shared) {
        for (String field : shared.split(" ", -1)) {
            assertThat(fields(one).get(field))
                    .as("%s.%s", one, field)
                    .isNotNull()
                    .isEqualTo(fields(other).get(field));
        }
    }
}
