package dev.berth.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.answers.HelpPageItem;

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
    void aPluginOutsideTheTreeHasNoPage() {
        assertThat(HelpPages.of("NodeCost")).isEmpty();
        assertThat(HelpPages.text("../../module-info")).isEmpty();
    }

    @Test
    void everyPageIsThereAndHasATitle() {
        assertThat(HelpPages.answer().pages())
                .hasSize(21)
                .contains(new HelpPageItem("node-name", "NodeName"));
    }
}
