package dev.berth.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.List;

class ClusterEventTest {
    @Test
    void javacDoesNotCopyTheNumbersOfActionsIntoPlugins() throws IOException {
        ClassModel type;
        try (InputStream in = ClusterEvent.class.getResourceAsStream("ClusterEvent.class")) {
            type = ClassFile.of().parse(in.readAllBytes());
        }
        List<String> copied =
                type.fields().stream()
                        .filter(field -> field.fieldType().stringValue().equals("I"))
                        .filter(field ->
                                field.findAttribute(Attributes.constantValue()).isPresent())
                        .map(field -> field.fieldName().stringValue())
                        .toList();
        assertThat(copied).isEmpty();
    }

    @Test
    void labelsAreThoseOfKubeScheduler() {
        assertThat(ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_TAINT).label())
                .isEqualTo("NodeUpdateNodeTaint");
        assertThat(ClusterEvent.of(ClusterEvent.TARGET_POD, ClusterEvent.UPDATE).label())
                .isEqualTo("TargetPodUpdate");
        assertThat(ClusterEvent.of(ClusterEvent.CSI_NODE, ClusterEvent.ALL).label())
                .isEqualTo("storage.k8s.io/CSINodeAll");
    }
}
