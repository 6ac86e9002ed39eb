package dev.berth.dashboard;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.view.Query;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.serving.http.Headers;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/// What is answered to whom, by a scheduler on virtual time.
class QuestionsTest {
    private final Scenario scenario = Scenario.of(DefaultProfile.spec());

    /// Sees some namespaces, and nodes or not.
    private record Limited(Set<String> namespaces, boolean nodes) implements Sight {
        @Override
        public boolean pods(String namespace) {
            return namespaces.contains(namespace);
        }

        @Override
        public String user() {
            return "jane";
        }
    }

    private static Questions questions(Scenario scenario, boolean writable) {
        return Questions.still(
                new ScenarioScheduler(scenario),
                new Questions.About("embedded", "1", writable, Map.of()),
                StillTime.running());
    }

    private static ServerRequest call(String method, String path) {
        int question = path.indexOf('?');
        return new ServerRequest(
                method,
                Questions.ROOT + (question < 0 ? path : path.substring(0, question)),
                Questions.ROOT + path,
                dev.berth.serving.http.QueryParameters.of(
                        question < 0 ? "" : path.substring(question + 1)),
                Headers.NONE,
                List.of(),
                new byte[0]);
    }

    private ServerResponse ask(String path, Sight sight) throws InterruptedException {
        return questions(scenario, true).answer(call("GET", path), sight);
    }

    private Json ask(String path) throws InterruptedException {
        ServerResponse answer = ask(path, Sight.ALL);
        assertThat(answer.status()).as(new String(answer.body(), UTF_8)).isEqualTo(200);
        return Json.parse(answer.body());
    }

    private String answerTo(String path) throws InterruptedException {
        return ask(path).textAt("answer").orElseThrow();
    }

    @Test
    void aPodThatFitsNowhereIsExplained() throws InterruptedException {
        scenario.nodes(node("n1").cpu("2"), node("n2").cpu("1").taint("gpu", "", "NoSchedule"))
                .create(pod("big").cpu("4"))
                .untilQuiet();
        Json explained = ask("explain/pods/default/big");
        assertThat(explained.textAt("answer"))
                .contains(
                        "default/big waits: none of 2 nodes fits (1 × node(s) had untolerated"
                                + " taint(s); 1 × Insufficient cpu).");
        assertThat(explained.textAt("state")).contains("unschedulable");
        assertThat(explained.textAt("groups", "1", "help")).contains("node-resources-fit");
        assertThat(explained.textAt("helps", "0", "words", "0")).isPresent();
        assertThat(explained.textAt("hints", "0")).get().asString().startsWith("NodeResourcesFit:");
    }

    @Test
    void aMissingClaimIsNamed() throws InterruptedException {
        scenario.nodes(node("n1").cpu("2")).create(pod("db").volumeClaim("data")).untilQuiet();
        assertThat(answerTo("explain/pods/default/db"))
                .isEqualTo(
                        "default/db waits: the only node does not fit (1 × persistentvolumeclaim"
                                + " \"data\" not found).");
    }

    @Test
    void aGateIsNamed() throws InterruptedException {
        scenario.nodes(node("n1").cpu("2")).create(pod("later").gate("quota")).untilQuiet();
        assertThat(answerTo("explain/pods/default/later"))
                .isEqualTo(
                        "default/later is kept from being tried by SchedulingGates: waiting for"
                                + " scheduling gates: [quota].");
    }

    @Test
    void aBoundPodShowsWhatMadeTheDifference() throws InterruptedException {
        scenario.nodes(node("n1").cpu("2").memory("4Gi"), node("n2").cpu("8").memory("16Gi"))
                .create(pod("web").cpu("1"))
                .untilQuiet();
        Json explained = ask("explain/pods/default/web");
        assertThat(explained.textAt("answer"))
                .get()
                .asString()
                .startsWith("default/web is on n2: 2 of 2 nodes fit, and it had the best total, ");
        assertThat(explained.textAt("difference", "0"))
                .get()
                .asString()
                .matches("NodeResources.*: \\d+ against \\d+ \\(\\+\\d+\\)");
        assertThat(explained.at("groups")).contains(Json.Arr.EMPTY);
    }

    @Test
    void aPreemptorNamesItsVictims() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1"))
                .running(pod("old").cpu("1").on("n1").finalizer("keep/it"))
                .create(pod("urgent").cpu("1").priority(100))
                .untilQuiet();
        assertThat(answerTo("explain/pods/default/urgent"))
                .isEqualTo("default/urgent waits on n1 for 1 victim to leave: default/old.");
    }

    @Test
    void aPodWaitingOnPermitNamesItsPlugins() throws InterruptedException {
        Permit gang = (cycle, on) -> new PermitVerdict.Wait(Duration.ofMinutes(5), List.of());
        ProfileSpec defaultValue = DefaultProfile.spec();
        var profile = ProfileSpec.named("default-scheduler").gates(defaultValue.gates());
        profile.with("Gang", context -> gang, 1);
        defaultValue
                .multiPoint()
                .forEach(use -> {
                    var maker = defaultValue.makers().get(use.name());
                    if (maker != null) {
                        profile.with(use.name(), maker, use.weight());
                    }
                });
        try (Scenario held = Scenario.of(profile.build())) {
            held.nodes(node("n1").cpu("1")).create(pod("one").cpu("1")).advance(Duration.ZERO);
            held.ask(new Query.Beat());
            ServerResponse answer =
                    questions(held, true)
                            .answer(call("GET", "explain/pods/default/one"), Sight.ALL);
            assertThat(Json.parse(answer.body()).textAt("answer"))
                    .contains(
                            "default/one has n1 and waits for permission of Gang, which ends in 5"
                                    + " min at the latest.");
        }
    }

    @Test
    void whyNotSaysWhatTheNodeSays() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1"), node("n2").cpu("8"), node("n3").cpu("4"))
                .create(pod("web").cpu("2"))
                .untilQuiet();
        assertThat(answerTo("why-not/default/web/n1"))
                .isEqualTo(
                        "default/web does not fit on n1: NodeResourcesFit says Insufficient cpu.");
        assertThat(answerTo("why-not/default/web/n3")).startsWith("default/web fits on n3");
        assertThat(ask("why-not/default/web/n3").textAt("note"))
                .get()
                .asString()
                .contains("as for another pod like it");
    }

    @Test
    void aNodeIsExplained() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1"))
                .create(pod("a").cpu("4"), pod("b").cpu("4"), pod("c").cpu("1"))
                .untilQuiet();
        Json explained = ask("explain/nodes/n1");
        assertThat(explained.textAt("answer"))
                .contains("n1 has 1 pod; of the pods that wait it would take 0 and refuses 2.");
        assertThat(explained.textAt("groups", "0", "reasons", "0")).contains("Insufficient cpu");
    }

    @Test
    void theQueueShowsAgesPluginsAndEvents() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1")).create(pod("big").cpu("4")).untilQuiet();
        Json queue = ask("queue");
        assertThat(queue.textAt("lanes", "2", "lane")).contains("unschedulable");
        assertThat(queue.textAt("lanes", "2", "pods", "0", "by", "0")).contains("NodeResourcesFit");
        assertThat(queue.textAt("lanes", "2", "pods", "0", "wakes", "0", "plugin"))
                .contains("NodeResourcesFit");
    }

    @Test
    void podsAreFoundSortedAndPaged() throws InterruptedException {
        scenario.nodes(node("n1").cpu("8"))
                .create(pod("b").cpu("1").priority(5), pod("a").cpu("1"), pod("c").cpu("99"))
                .untilQuiet();
        Json first = ask("pods?limit=1");
        assertThat(first.at("total")).contains(Json.of(3));
        assertThat(first.textAt("pods", "0", "pod")).contains("default/a");
        assertThat(ask("pods?sort=-priority&limit=1").textAt("pods", "0", "pod"))
                .contains("default/b");
        assertThat(ask("pods?lane=unschedulable").textAt("pods", "0", "pod")).contains("default/c");
        assertThat(ask("pods?search=/B").at("total")).contains(Json.of(1));
        assertThat(ask("pods?offset=2").textAt("pods", "0", "pod")).contains("default/c");
    }

    @Test
    void aUserWithoutAccessToANamespaceSeesCounts() throws InterruptedException {
        scenario.nodes(node("n1").cpu("2"))
                .create(
                        pod("mine").namespace("team").cpu("1"),
                        pod("theirs").namespace("secret").cpu("1"),
                        pod("big").namespace("secret").cpu("9"))
                .untilQuiet();
        var sight = new Limited(Set.of("team"), true);
        for (String path :
                List.of("pods", "queue", "decisions", "nodes/n1", "explain/nodes/n1", "nodes")) {
            ServerResponse answer = ask(path, sight);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(new String(answer.body(), UTF_8))
                    .as(path)
                    .doesNotContain("secret", "theirs", "big");
        }
        Json pods = Json.parse(ask("pods", sight).body());
        assertThat(pods.at("total")).contains(Json.of(1));
        assertThat(pods.at("hidden")).contains(Json.of(2));
        assertThat(Json.parse(ask("nodes/n1", sight).body()).at("hidden", "0", "pods"))
                .contains(Json.of(1));
        ServerResponse refused = ask("explain/pods/secret/big", sight);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(new String(refused.body(), UTF_8))
                .contains("user \\\"jane\\\" may not list pods in namespace \\\"secret\\\"");
    }

    @Test
    void aUserWithoutAccessToNodesSeesOnlyTheNodeOfItsPod() throws InterruptedException {
        scenario.nodes(node("winner").cpu("8"), node("loser").cpu("4"), node("tiny").cpu("1"))
                .create(pod("web").namespace("team").cpu("2"))
                .untilQuiet();
        var sight = new Limited(Set.of("team"), false);
        ServerResponse explained = ask("explain/pods/team/web", sight);
        assertThat(new String(explained.body(), UTF_8))
                .contains("winner")
                .doesNotContain("loser", "tiny");
        assertThat(new String(ask("explain/pods/team/web/present", sight).body(), UTF_8))
                .doesNotContain("loser", "tiny");
        assertThat(Json.parse(ask("nodes", sight).body()).at("hidden")).contains(Json.of(3));
        assertThat(ask("nodes/winner", sight).status()).isEqualTo(403);
    }

    @Test
    void aVictimThatMayNotBeSeenIsCounted() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1"))
                .running(pod("old").namespace("secret").cpu("1").on("n1").finalizer("keep/it"))
                .create(pod("urgent").namespace("team").cpu("1").priority(100))
                .untilQuiet();
        ServerResponse answer = ask("explain/pods/team/urgent", new Limited(Set.of("team"), true));
        assertThat(new String(answer.body(), UTF_8))
                .contains("for 1 victim to leave: 1 that you may not see")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothing",
                "explain/pods/default/ghost",
                "explain/nodes/ghost",
                "explain/things/a",
                "nodes/ghost",
                "why-not/default/ghost/n1",
                "help/ghost",
            })
    void whatIsNotThereIsNotFoundAndNamed(String path) throws InterruptedException {
        scenario.nodes(node("n1").cpu("1")).untilQuiet();
        ServerResponse answer = ask(path, Sight.ALL);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(Json.parse(answer.body()).textAt("error"))
                .get()
                .asString()
                .containsAnyOf("ghost", "things", "nothing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pods?limit=x",
                "pods?offset=-1",
                "pods?sort=size",
                "queue?lane=fast",
                "explain"
            })
    void badQuestionsNameTheValue(String path) throws InterruptedException {
        ServerResponse answer = ask(path, Sight.ALL);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(Json.parse(answer.body()).textAt("error"))
                .get()
                .asString()
                .containsAnyOf("\"x\"", "\"-1\"", "\"size\"", "\"fast\"", "explain");
    }

    @Test
    void pausingAndSteppingNeedPermission() throws InterruptedException {
        scenario.nodes(node("n1").cpu("4")).untilQuiet();
        Questions asked = questions(scenario, true);
        assertThat(asked.answer(call("POST", "step"), Sight.ALL).status()).isEqualTo(409);
        assertThat(asked.answer(call("POST", "pause"), Sight.ALL).status()).isEqualTo(200);
        scenario.create(pod("a").cpu("1"), pod("b").cpu("1")).untilQuiet();
        assertThat(scenario.stats().attempts()).isZero();
        asked.answer(call("POST", "step"), Sight.ALL);
        assertThat(scenario.stats().attempts()).isEqualTo(1);
        asked.answer(call("POST", "resume"), Sight.ALL);
        assertThat(scenario.stats().attempts()).isEqualTo(2);
        assertThat(questions(scenario, false).answer(call("POST", "pause"), Sight.ALL).status())
                .isEqualTo(403);
        assertThat(asked.answer(call("GET", "pause"), Sight.ALL).status()).isEqualTo(405);
        assertThat(asked.answer(call("POST", "nodes"), Sight.ALL).status()).isEqualTo(405);
    }

    @Test
    void aStandbyNamesTheLeader() throws InterruptedException {
        var standby =
                Questions.still(
                        new ScenarioScheduler(scenario, Optional.of("node-7_abc")),
                        new Questions.About("run", "1", false, Map.of()),
                        StillTime.STOPPED);
        ServerResponse answer = standby.answer(call("GET", "queue"), Sight.ALL);
        assertThat(answer.status()).isEqualTo(503);
        assertThat(Json.parse(answer.body()).textAt("leader")).contains("node-7_abc");
    }

    private static Stream stream(Scenario scenario, Sight sight) {
        var scheduler = new ScenarioScheduler(scenario);
        return new Stream(
                new News(scheduler, StillTime.ticks()),
                new Board(scheduler, StillTime.ticks()),
                new History(),
                sight,
                millis -> {},
                new AtomicInteger(),
                () -> false);
    }

    @Test
    void theStreamBeginsWithThePresentAndGoesOnWithChanges() throws Exception {
        scenario.nodes(node("n1").cpu("4"), node("n2").cpu("4")).untilQuiet();
        Stream stream = stream(scenario, Sight.ALL);
        String first = new String(stream.frame(), UTF_8);
        assertThat(first).contains("event: stats", "\"nodes\":2", "\"all\":true");
        assertThat(stream.frame()).as("nothing happened").isEmpty();

        scenario.create(pod("a").cpu("1")).untilQuiet();
        String second = new String(stream.frame(), UTF_8);
        assertThat(second).contains("event: decisions", "default/a", "\"all\":false");

        scenario.deleteNode("n2").untilQuiet();
        assertThat(new String(stream.frame(), UTF_8)).contains("\"gone\":[\"n2\"]");
    }

    @Test
    void theStreamNamesNothingThatMayNotBeSeen() throws Exception {
        scenario.nodes(node("n1").cpu("4"))
                .create(pod("theirs").namespace("secret").cpu("1"))
                .untilQuiet();
        assertThat(new String(stream(scenario, new Limited(Set.of(), false)).frame(), UTF_8))
                .contains("event: stats")
                .doesNotContain("secret", "theirs", "n1");
    }

    @Test
    void nodesThatChangePlacesAreBothThere() throws InterruptedException {
        scenario.nodes(node("n1").cpu("4"), node("n2").cpu("4")).untilQuiet();
        var board = new Board(new ScenarioScheduler(scenario), StillTime.ticks());
        board.since(-1);
        scenario.deleteNode("n1").deleteNode("n2").untilQuiet();
        scenario.nodes(node("n1").cpu("4"), node("n2").cpu("4")).untilQuiet();
        assertThat(board.since(-1).orElseThrow().nodes())
                .extracting(each -> each.textAt("name").orElseThrow())
                .containsExactlyInAnyOrder("n1", "n2");
    }

    @Test
    void reasonsOfHiddenPodsAreNotShown() throws InterruptedException {
        scenario.nodes(node("n1").cpu("4"))
                .create(pod("db").namespace("secret").volumeClaim("payroll"))
                .untilQuiet();
        ServerResponse answer = ask("explain/nodes/n1", new Limited(Set.of("team"), true));
        assertThat(new String(answer.body(), UTF_8)).doesNotContain("payroll", "secret");
        assertThat(Json.parse(answer.body()).at("hidden")).contains(Json.of(1));
    }

    @Test
    void podsWithOtherClaimsAreEvaluatedOneByOne() throws InterruptedException {
        scenario.nodes(node("n1").cpu("4"))
                .create(pod("a").volumeClaim("one"), pod("b").volumeClaim("two"))
                .untilQuiet();
        assertThat(ask("explain/nodes/n1").at("groups"))
                .get()
                .asString()
                .contains("\\\"one\\\" not found", "\\\"two\\\" not found");
    }

    @Test
    void aPodMadeAnewDoesNotInheritAttempts() throws InterruptedException {
        scenario.nodes(node("n1").cpu("4")).create(pod("web").cpu("1")).untilQuiet();
        scenario.delete("web").untilQuiet();
        scenario.create(pod("web").gate("quota").uid("another")).untilQuiet();
        Json explained = ask("explain/pods/default/web");
        assertThat(explained.textAt("state")).contains("gated");
        assertThat(explained.at("attempts")).contains(Json.Arr.EMPTY);
    }

    @Test
    void aPreemptorNamesThePodsItEvicted() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1"))
                .running(pod("old").cpu("1").on("n1"))
                .create(pod("urgent").cpu("1").priority(100))
                .advance(Duration.ofMinutes(2))
                .untilQuiet();
        assertThat(answerTo("explain/pods/default/urgent"))
                .startsWith("default/urgent is on n1")
                .endsWith(" To make room, 1 pod had to leave: default/old.");
    }

    @Test
    void aPodThatFitsNoEmptyNodeGetsNoAdviceToRemovePods() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1")).create(pod("big").cpu("4")).untilQuiet();
        assertThat(ask("explain/pods/default/big").textAt("hints", "0"))
                .get()
                .asString()
                .contains("add a larger node");
    }

    @Test
    void aSchedulerThatHasReadNothingSaysSo() throws InterruptedException {
        scenario.report(new Message.Unlisted(Kind.NODE, "not yet"));
        ServerResponse answer = ask("queue", Sight.ALL);
        assertThat(answer.status()).isEqualTo(503);
        assertThat(new String(answer.body(), UTF_8)).contains("has not yet read");
    }
}
