package dev.berth.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

class OptionsTest {
    @Test
    void aValueCanFollowAnEqualsSign() {
        Options options =
                Options.parse(
                        List.of(
                                "SchedulingBasic",
                                "--nodes=10",
                                "--init=0",
                                "--pods",
                                "7",
                                "--output=json"));

        assertThat(options.workload().size()).isEqualTo(new Workload.Size(10, 0, 7));
        assertThat(options.json()).isTrue();
    }

    @Test
    void anEqualsSignWithoutAValueIsRejected() {
        assertThatThrownBy(() -> Options.parse(List.of("SchedulingBasic", "--nodes=")))
                .hasMessage("--nodes must be a whole number, was ");
    }

    @Test
    void theListIsAvailableAsJson() {
        String printed = Options.parse(List.of("--list", "-o", "json")).text();

        assertThat(Json.parse(printed))
                .isInstanceOfSatisfying(
                        Json.Arr.class,
                        list -> assertThat(list.elements()).hasSameSizeAs(Workloads.all()));
        assertThat(Options.parse(List.of("--list")).text()).startsWith("SchedulingBasic\n");
    }

    @Test
    void aComparisonNeedsACheckout(@TempDir Path empty) {
        assertThatThrownBy(() ->
                        Options.parse(List.of("SchedulingBasic", "--against", empty.toString())))
                .hasMessage(
                        "--against must be the directory of a checkout of Berth, but "
                                + empty
                                + " contains no program berth");
    }
}
