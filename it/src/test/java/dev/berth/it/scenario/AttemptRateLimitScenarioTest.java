package dev.berth.it.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.Engine;
import dev.berth.engine.view.Decision;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/// Schedulers that try only so many pods a second.
class AttemptRateLimitScenarioTest {
    private static Scenario paced(double perSecond, int burst) {
        return Scenario.of(
                        builder -> builder.profile(Profiles.inTree()).rateLimit(perSecond, burst))
                .nodes(node("n1").cpu("64").pods(500));
    }

    private static long placed(Scenario scenario) {
        return scenario.decisions().stream()
                .filter(decision -> decision.outcome() instanceof Decision.Placed)
                .count();
    }

    @Test
    void aFullBucketIsSpentAtOnceAndThenFifteenPodsASecondAreBound() {
        Scenario scenario = paced(15, 20).create(pods("web", 100)).advance(Duration.ZERO);
        assertThat(placed(scenario)).isEqualTo(20);
        assertThat(placed(scenario.advance(Duration.ofSeconds(1)))).isEqualTo(35);
        assertThat(placed(scenario.advance(Duration.ofSeconds(3)))).isEqualTo(80);
        assertThat(placed(scenario.advance(Duration.ofSeconds(2)))).isEqualTo(100);
    }

    @Test
    void aRestFillsTheBucketAgainButNoFurther() {
        Scenario scenario =
                paced(15, 20)
                        .create(pods("first", 20))
                        .advance(Duration.ofMinutes(10))
                        .create(pods("second", 40))
                        .advance(Duration.ZERO);
        assertThat(placed(scenario)).isEqualTo(40);
    }

    @Test
    void aPodOfHigherPriorityIsFirstThoughItCameLast() {
        Scenario scenario =
                paced(1, 1)
                        .create(pods("early", 3))
                        .advance(Duration.ZERO)
                        .create(pod("late").priority(100))
                        .advance(Duration.ofSeconds(1));
        scenario.expectScheduled("late");
        assertThat(placed(scenario)).isEqualTo(2);
    }

    @Test
    void anAttemptThatFindsNoNodeTakesATokenToo() {
        Scenario scenario =
                paced(1, 1)
                        .create(pod("huge").cpu("1000").priority(1))
                        .create(pod("small"))
                        .advance(Duration.ZERO);
        assertThat(placed(scenario)).isZero();
        assertThat(placed(scenario.advance(Duration.ofSeconds(1)))).isEqualTo(1);
    }

    @Test
    void aRateOfNothingIsRefused() {
        assertThatThrownBy(() -> Engine.builder().rateLimit(0, 20))
                .hasMessage(
                        "a rate limit needs a rate above 0 and a burst of at least 1, was 0.0 and"
                                + " 20");
    }
}
