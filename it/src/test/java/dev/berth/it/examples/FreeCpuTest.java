package dev.berth.it.examples;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.spi.Filter;
import dev.berth.spi.PreFilterResult;
import dev.berth.testkit.PluginTester;

import org.junit.jupiter.api.Test;

class FreeCpuTest {
    private final Filter plugin = cycle -> PreFilterResult.of(new FreeCpu(1_000));

    @Test
    void bothWaysSayTheSame() {
        var tester = PluginTester.of(plugin);
        for (int i = 0; i < 100; i++) {
            tester.nodes(node("n" + i).cpu(i * 20 + "m"));
        }
        tester.schedule(pod("web"))
                .rejects("n0", "too little cpu is free")
                .rejects("n49", "too little cpu is free")
                .passes("n50", "n99");
    }
}
