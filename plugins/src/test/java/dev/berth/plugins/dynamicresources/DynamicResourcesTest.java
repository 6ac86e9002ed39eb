package dev.berth.plugins.dynamicresources;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.spi.Gates;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.Verdict;
import dev.berth.testkit.PluginTester;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class DynamicResourcesTest {
    private final DynamicResources.Provider provider = new DynamicResources.Provider();
    private final PluginTester tester = PluginTester.of(provider).nodes(node("a"), node("b"));

    @Test
    void podsWithoutClaimsPassAndScoreNothing() {
        tester.schedule(pod("p")).skipsFilter().scores("a", 0).scores("b", 0);
        assertThat(new DynamicResources().preEnqueue(pod("p").build())).isEqualTo(Verdict.PASS);
        assertThat(new DynamicResources().hasPreScore()).isFalse();
    }

    @Test
    void podsWithClaimsAreRejectedWithAReason() {
        tester.schedule(pod("p").claim("gpu", "mine"))
                .rejectsPod("pod uses resource claim \"gpu\", which this version cannot schedule");
    }

    @Test
    void afterItsPreFilterThereAreNoClaimsToGiveBack() {
        assertThat(tester.postFilter(pod("p"), true)).isEqualTo(DynamicResources.NOTHING_TO_DO);
    }

    @Test
    void postFilterIsAbortedIfAnEarlierPluginRejectedThePod() {
        assertThat(tester.postFilter(pod("p"), false))
                .isEqualTo(new PostFilterVerdict.Aborted("not found"));
    }

    @Test
    void withoutPreFilterItIsAnError() {
        assertThatThrownBy(() -> tester.scheduleWithoutPrePoints(pod("p"))).hasMessage("not found");
    }

    @Test
    void timeoutsBelongToGates() {
        assertThat(provider.defaults(gate -> false))
                .isEqualTo(new ResourcesArgs(Optional.empty(), Optional.empty()));
        assertThat(provider.defaults(gate -> true)).isEqualTo(provider.defaults());
        assertThat(provider.defaults())
                .isEqualTo(args(Duration.ofSeconds(10), Duration.ofMinutes(10)));
        assertThat(problems(provider.defaults(), gate -> false))
                .containsExactly("filterTimeout", "bindingTimeout");
        assertThat(problems(args(Duration.ofSeconds(-1), Duration.ofMillis(999)), gate -> true))
                .containsExactly("filterTimeout", "bindingTimeout");
        assertThat(problems(args(Duration.ZERO, Duration.ofSeconds(1)), gate -> true)).isEmpty();
    }

    private static ResourcesArgs args(Duration filter, Duration binding) {
        return new ResourcesArgs(Optional.of(filter), Optional.of(binding));
    }

    private List<String> problems(ResourcesArgs args, Gates on) {
        var problems = new ArrayList<String>();
        provider.check(args, on, (path, value, problem) -> problems.add(path));
        return problems;
    }
}
