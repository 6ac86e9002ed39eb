package dev.berth.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HelpPagesTest {
    @ParameterizedTest
    @CsvSource({
        "NodeResourcesFit, node-resources-fit",
        "TaintToleration, taint-toleration",
        "NodeVolumeLimits, node-volume-limits",
        "PodTopologySpread, pod-topology-spread",
        "SchedulingGates, scheduling-gates",
    })
    void aPluginHasItsPage(String plugin, String page) {
        assertThat(HelpPages.of(plugin)).isEqualTo(page);
    }

    @Test
    void aStrangersPluginHasNone() {
        assertThat(HelpPages.of("NodeCost")).isEmpty();
        assertThat(HelpPages.text("../../module-info")).isEmpty();
    }

    @Test
    void everyPageIsThereAndHasATitle() {
        assertThat(HelpPages.titles()).hasSize(21).containsEntry("node-name", "NodeName");
    }
}
