package dev.berth.dashboard;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.answers.NodeItem;
import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.view.Query;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.serving.http.ClientConnection;
import dev.berth.serving.http.Headers;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/// The answers of a scheduler on virtual time, and which names each caller gets.
class QuestionEndpointTest {
    private final Scenario scenario = Scenario.of(DefaultProfile.spec());

    /// May list some namespaces, and nodes or not.
    private record Limited(Set<String> namespaces, boolean mayListNodes) implements ListAccess {
        @Override
        public boolean mayListPods(String namespace) {
            return namespaces.contains(namespace);
        }

        @Override
        public String user() {
            return "jane";
        }
    }

    private static QuestionEndpoint endpoint(Scenario scenario, boolean writable) {
        return QuestionEndpoint.withoutHistory(
                new ScenarioScheduler(scenario),
                new QuestionEndpoint.About("embedded", "1", writable, List.of()),
                TestContext.running());
    }

    private static ServerRequest call(String method, String path) {
        int question = path.indexOf('?');
        return new ServerRequest(
                method,
                QuestionEndpoint.ROOT + (question < 0 ? path : path.substring(0, question)),
                QuestionEndpoint.ROOT + path,
                dev.berth.serving.http.QueryParameters.of(
                        question < 0 ? "" : path.substring(question + 1)),
                Headers.NONE,
                List.of(),
                ClientConnection.NONE,
                new byte[0]);
    }

    private ServerResponse ask(String path, ListAccess access) throws InterruptedException {
        return endpoint(scenario, true).answer(call("GET", path), access);
    }

    private Json ask(String path) throws InterruptedException {
        ServerResponse answer = ask(path, ListAccess.ALL);
        assertThat(answer.status()).as(new String(answer.body(), UTF_8)).isEqualTo(200);
        return Json.parse(answer.body());
    }

    private String answerTo(String path) throws InterruptedException {
        return ask(path).textAt("summary").orElseThrow();
    }

    @Test
    void anUnschedulablePodIsExplained() throws InterruptedException {
        scenario.nodes(node("n1").cpu("2"), node("n2").cpu("1").taint("gpu", "", "NoSchedule"))
                .create(pod("big").cpu("4"))
                .untilQuiet();
        Json explained = ask("explain/pods/default/big");
        assertThat(explained.textAt("summary"))
                .contains(
                        "default/big is unschedulable: none of 2 nodes fits (1 × node(s) had"
                                + " untolerated taint(s); 1 × Insufficient cpu).");
        assertThat(explained.textAt("state")).contains("unschedulable");
        assertThat(explained.textAt("rejections", "1", "helpPage")).contains("node-resources-fit");
        assertThat(explained.textAt("requeue", "0", "descriptions", "0")).isPresent();
        assertThat(explained.textAt("hints", "0")).get().asString().startsWith("NodeResourcesFit:");
    }

    @Test
    void aMissingClaimIsNamed() throws InterruptedException {
        scenario.nodes(node("n1").cpu("2")).create(pod("db").volumeClaim("data")).untilQuiet();
        assertThat(answerTo("explain/pods/default/db"))
                .isEqualTo(
                        "default/db is unschedulable: persistentvolumeclaim \"data\" not found"
                                + " (VolumeRestrictions).");
        assertThat(ask("explain/pods/default/db").at("rejections", "0", "nodes"))
                .contains(Json.of(0));
    }

    @Test
    void factsContainOnlyWhatTheCallerMayList() throws InterruptedException {
        scenario.nodes(node("n1").cpu("2").taint("tenant-a", "", "NoSchedule"), node("n2").cpu("2"))
                .running(pod("web").namespace("secret").hostPort(80).on("n2"))
                .create(pod("mine").hostPort(80))
                .untilQuiet();
        String all = new String(ask("explain/pods/default/mine", ListAccess.ALL).body(), UTF_8);
        assertThat(all)
                .contains("taint tenant-a:NoSchedule is not tolerated")
                .contains("host port 80/TCP is used by secret/web");
        String some =
                new String(
                        ask("explain/pods/default/mine", new Limited(Set.of("default"), false))
                                .body(),
                        UTF_8);
        assertThat(some)
                .contains("a taint that the pod does not tolerate")
                .contains("host port 80/TCP is used by a pod that you cannot list")
                .doesNotContain("tenant-a")
                .doesNotContain("secret");
    }

    @Test
    void extendedResourcesAreNamedOnlyToThoseWhoMayListNodes() throws InterruptedException {
        scenario.nodes(node("n1").cpu("2").resource("tenant-a.example/gpu", "1")).untilQuiet();
        var limited = new Limited(Set.of("default"), false);
        for (String path : List.of("overview", "nodes")) {
            assertThat(new String(ask(path, ListAccess.ALL).body(), UTF_8)).contains("tenant-a");
            assertThat(new String(ask(path, limited).body(), UTF_8)).doesNotContain("tenant-a");
        }
        assertThat(Json.parse(ask("overview", limited).body()).at("hiddenResources"))
                .contains(Json.of(1));
    }

    @ParameterizedTest
    @CsvSource({
        "explain/pods/default/frontned, there is no pod \"default/frontned\" that is pending or"
                + " running; did you mean \"frontend\"?",
        "explain/pods/other/frontend, there is no pod \"other/frontend\" that is pending or"
                + " running; did you mean \"default/frontend\"?",
        "explain/nodes/n-11, there is no node \"n-11\"; did you mean \"n-1\"?",
        "why-not/default/frontend/n-11, there is no node \"n-11\"; did you mean \"n-1\"?",
        "help/node-prots, there is no help page \"node-prots\"; did you mean \"node-ports\"?",
        "quque, there is no question \"quque\"; did you mean \"queue\"?",
    })
    void anUnknownNameGetsASuggestion(String path, String error) throws InterruptedException {
        scenario.nodes(node("n-1").cpu("1")).create(pod("frontend")).untilQuiet();
        ServerResponse answer = ask(path, ListAccess.ALL);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(Json.parse(answer.body()).textAt("error")).contains(error);
    }

    @Test
    void aGateIsNamed() throws InterruptedException {
        scenario.nodes(node("n1").cpu("2")).create(pod("later").gate("quota")).untilQuiet();
        assertThat(answerTo("explain/pods/default/later"))
                .isEqualTo(
                        "default/later is gated by SchedulingGates: waiting for scheduling gates:"
                                + " [quota].");
    }

    @Test
    void aBoundPodHasItsScoreDifferences() throws InterruptedException {
        scenario.nodes(node("n1").cpu("2").memory("4Gi"), node("n2").cpu("8").memory("16Gi"))
                .create(pod("web").cpu("1"))
                .untilQuiet();
        Json explained = ask("explain/pods/default/web");
        assertThat(explained.textAt("summary"))
                .get()
                .asString()
                .startsWith(
                        "default/web is bound to n2: 2 of 2 nodes fit, and n2 has the highest total"
                                + " score, ");
        assertThat(explained.textAt("scoreDifferences", "0"))
                .get()
                .asString()
                .matches("NodeResources.*: \\d+ against \\d+ \\(\\+\\d+\\)");
        assertThat(explained.at("rejections")).contains(Json.Arr.EMPTY);
    }

    @Test
    void aPreemptorNamesItsVictims() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1"))
                .running(pod("old").cpu("1").on("n1").finalizer("keep/it"))
                .create(pod("urgent").cpu("1").priority(100))
                .untilQuiet();
        assertThat(answerTo("explain/pods/default/urgent"))
                .isEqualTo(
                        "default/urgent is nominated to n1 and waits until 1 victim is deleted:"
                                + " default/old.");
    }

    @Test
    void aWaitingPodNamesThePermitPlugin() throws InterruptedException {
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
            held.ask(new Query.Status());
            ServerResponse answer =
                    endpoint(held, true)
                            .answer(call("GET", "explain/pods/default/one"), ListAccess.ALL);
            assertThat(Json.parse(answer.body()).textAt("summary"))
                    .contains(
                            "default/one is assumed on n1 and waits for Gang; the wait ends in at"
                                    + " most 5 min.");
        }
    }

    @Test
    void whyNotNamesTheRejectionOrTheBetterNode() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1"), node("n2").cpu("8"), node("n3").cpu("4"))
                .create(pod("web").cpu("2"))
                .untilQuiet();
        assertThat(answerTo("why-not/default/web/n1"))
                .isEqualTo("default/web does not fit on n1: Insufficient cpu (NodeResourcesFit).");
        assertThat(answerTo("why-not/default/web/n3")).startsWith("default/web fits on n3");
        assertThat(ask("why-not/default/web/n3").textAt("note"))
                .get()
                .asString()
                .contains("for another pod like this one");
    }

    @Test
    void aNodeIsExplained() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1"))
                .create(pod("a").cpu("4"), pod("b").cpu("4"), pod("c").cpu("1"))
                .untilQuiet();
        Json explained = ask("explain/nodes/n1");
        assertThat(explained.textAt("summary"))
                .contains("n1 has 1 pod. Of the pending pods, 0 would fit and 2 would not.");
        assertThat(explained.textAt("rejections", "0", "reasons", "0"))
                .contains("Insufficient cpu");
    }

    @Test
    void theQueueNamesPluginsAndRequeueEvents() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1")).create(pod("big").cpu("4")).untilQuiet();
        Json queue = ask("queue");
        assertThat(queue.textAt("states", "2", "state")).contains("unschedulable");
        assertThat(queue.textAt("states", "2", "pods", "0", "plugins", "0"))
                .contains("NodeResourcesFit");
        assertThat(queue.textAt("states", "2", "pods", "0", "requeue", "0", "plugin"))
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
        assertThat(ask("pods?state=unschedulable").textAt("pods", "0", "pod"))
                .contains("default/c");
        assertThat(ask("pods?search=/B").at("total")).contains(Json.of(1));
        assertThat(ask("pods?offset=2").textAt("pods", "0", "pod")).contains("default/c");
    }

    @Test
    void aCallerGetsCountsForNamespacesItMayNotList() throws InterruptedException {
        scenario.nodes(node("n1").cpu("2"))
                .create(
                        pod("mine").namespace("team").cpu("1"),
                        pod("theirs").namespace("secret").cpu("1"),
                        pod("big").namespace("secret").cpu("9"))
                .untilQuiet();
        var access = new Limited(Set.of("team"), true);
        for (String path :
                List.of("pods", "queue", "decisions", "nodes/n1", "explain/nodes/n1", "nodes")) {
            ServerResponse answer = ask(path, access);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(new String(answer.body(), UTF_8))
                    .as(path)
                    .doesNotContain("secret", "theirs", "big");
        }
        Json pods = Json.parse(ask("pods", access).body());
        assertThat(pods.at("total")).contains(Json.of(1));
        assertThat(pods.at("hidden")).contains(Json.of(2));
        assertThat(Json.parse(ask("nodes/n1", access).body()).at("hidden")).contains(Json.of(1));
        ServerResponse refused = ask("explain/pods/secret/big", access);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(new String(refused.body(), UTF_8))
                .contains("user \\\"jane\\\" may not list pods in namespace \\\"secret\\\"");
    }

    @Test
    void aCallerWhoMayNotListNodesSeesOnlyThatOfItsPod() throws InterruptedException {
        scenario.nodes(node("winner").cpu("8"), node("loser").cpu("4"), node("tiny").cpu("1"))
                .create(pod("web").namespace("team").cpu("2"))
                .untilQuiet();
        var access = new Limited(Set.of("team"), false);
        ServerResponse explained = ask("explain/pods/team/web", access);
        assertThat(new String(explained.body(), UTF_8))
                .contains("winner")
                .doesNotContain("loser", "tiny");
        assertThat(new String(ask("explain/pods/team/web/dry-run", access).body(), UTF_8))
                .doesNotContain("loser", "tiny");
        assertThat(Json.parse(ask("nodes", access).body()).at("hidden")).contains(Json.of(3));
        assertThat(ask("nodes/winner", access).status()).isEqualTo(403);
    }

    @Test
    void aHiddenVictimIsCounted() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1"))
                .running(pod("old").namespace("secret").cpu("1").on("n1").finalizer("keep/it"))
                .create(pod("urgent").namespace("team").cpu("1").priority(100))
                .untilQuiet();
        ServerResponse answer = ask("explain/pods/team/urgent", new Limited(Set.of("team"), true));
        assertThat(new String(answer.body(), UTF_8))
                .contains("until 1 victim is deleted: 1 pod that you cannot list")
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
    void anUnknownNameIsNotFoundAndNamed(String path) throws InterruptedException {
        scenario.nodes(node("n1").cpu("1")).untilQuiet();
        ServerResponse answer = ask(path, ListAccess.ALL);
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
                "queue?state=fast",
                "explain"
            })
    void badQuestionsNameTheValue(String path) throws InterruptedException {
        ServerResponse answer = ask(path, ListAccess.ALL);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(Json.parse(answer.body()).textAt("error"))
                .get()
                .asString()
                .containsAnyOf("\"x\"", "\"-1\"", "\"size\"", "\"fast\"", "explain");
    }

    @Test
    void onlyAWritableSchedulerCanBePausedAndStepped() throws InterruptedException {
        scenario.nodes(node("n1").cpu("4")).untilQuiet();
        QuestionEndpoint asked = endpoint(scenario, true);
        assertThat(asked.answer(call("POST", "step"), ListAccess.ALL).status()).isEqualTo(409);
        assertThat(asked.answer(call("POST", "pause"), ListAccess.ALL).status()).isEqualTo(200);
        scenario.create(pod("a").cpu("1"), pod("b").cpu("1")).untilQuiet();
        assertThat(scenario.stats().attempts()).isZero();
        asked.answer(call("POST", "step"), ListAccess.ALL);
        assertThat(scenario.stats().attempts()).isEqualTo(1);
        asked.answer(call("POST", "resume"), ListAccess.ALL);
        assertThat(scenario.stats().attempts()).isEqualTo(2);
        assertThat(endpoint(scenario, false).answer(call("POST", "pause"), ListAccess.ALL).status())
                .isEqualTo(403);
        assertThat(asked.answer(call("GET", "pause"), ListAccess.ALL).status()).isEqualTo(405);
        assertThat(asked.answer(call("POST", "nodes"), ListAccess.ALL).status()).isEqualTo(405);
    }

    @Test
    void aStandbyNamesTheLeader() throws InterruptedException {
        var standby =
                QuestionEndpoint.withoutHistory(
                        new ScenarioScheduler(scenario, Optional.of("node-7_abc")),
                        new QuestionEndpoint.About("run", "1", false, List.of()),
                        TestContext.STOPPED);
        ServerResponse answer = standby.answer(call("GET", "queue"), ListAccess.ALL);
        assertThat(answer.status()).isEqualTo(503);
        assertThat(Json.parse(answer.body()).textAt("leader")).contains("node-7_abc");
    }

    private static EventStream stream(Scenario scenario, ListAccess access) {
        var scheduler = new ScenarioScheduler(scenario);
        return new EventStream(
                new DashboardStatus(scheduler, TestContext.ticks()),
                new DashboardNodes(scheduler, TestContext.ticks()),
                new StatusHistory(),
                access,
                millis -> {},
                new AtomicInteger(),
                () -> false);
    }

    @Test
    void theStreamBeginsWithTheCurrentStateAndContinuesWithChanges() throws Exception {
        scenario.nodes(node("n1").cpu("4"), node("n2").cpu("4")).untilQuiet();
        EventStream stream = stream(scenario, ListAccess.ALL);
        String first = new String(stream.frame(), UTF_8);
        assertThat(first).contains("event: status", "\"nodes\":2", "\"reset\":true");
        assertThat(stream.frame()).as("nothing happened").isEmpty();

        scenario.create(pod("a").cpu("1")).untilQuiet();
        String second = new String(stream.frame(), UTF_8);
        assertThat(second).contains("event: decisions", "default/a", "\"reset\":false");

        scenario.deleteNode("n2").untilQuiet();
        assertThat(new String(stream.frame(), UTF_8)).contains("\"deleted\":[\"n2\"]");
    }

    @Test
    void theStreamContainsNoHiddenNames() throws Exception {
        scenario.nodes(node("n1").cpu("4"))
                .create(pod("theirs").namespace("secret").cpu("1"))
                .untilQuiet();
        assertThat(new String(stream(scenario, new Limited(Set.of(), false)).frame(), UTF_8))
                .contains("event: status")
                .doesNotContain("secret", "theirs", "n1");
    }

    @Test
    void nodesThatSwapRowsAreBothKept() throws InterruptedException {
        scenario.nodes(node("n1").cpu("4"), node("n2").cpu("4")).untilQuiet();
        var nodes = new DashboardNodes(new ScenarioScheduler(scenario), TestContext.ticks());
        nodes.since(-1);
        scenario.deleteNode("n1").deleteNode("n2").untilQuiet();
        scenario.nodes(node("n1").cpu("4"), node("n2").cpu("4")).untilQuiet();
        assertThat(nodes.since(-1).orElseThrow().nodes())
                .extracting(NodeItem::name)
                .containsExactlyInAnyOrder("n1", "n2");
    }

    @Test
    void reasonsOfHiddenPodsAreHidden() throws InterruptedException {
        scenario.nodes(node("n1").cpu("4"))
                .create(pod("db").namespace("secret").volumeClaim("payroll"))
                .untilQuiet();
        ServerResponse answer = ask("explain/nodes/n1", new Limited(Set.of("team"), true));
        assertThat(new String(answer.body(), UTF_8)).doesNotContain("payroll", "secret");
        assertThat(Json.parse(answer.body()).at("hidden")).contains(Json.of(1));
    }

    @Test
    void podsWithDifferentClaimsAreEvaluatedOneByOne() throws InterruptedException {
        scenario.nodes(node("n1").cpu("4"))
                .create(pod("a").volumeClaim("one"), pod("b").volumeClaim("two"))
                .untilQuiet();
        assertThat(ask("explain/nodes/n1").at("rejections"))
                .get()
                .asString()
                .contains("\\\"one\\\" not found", "\\\"two\\\" not found");
    }

    @Test
    void aRecreatedPodDoesNotInheritAttempts() throws InterruptedException {
        scenario.nodes(node("n1").cpu("4")).create(pod("web").cpu("1")).untilQuiet();
        scenario.delete("web").untilQuiet();
        scenario.create(pod("web").gate("quota").uid("another")).untilQuiet();
        Json explained = ask("explain/pods/default/web");
        assertThat(explained.textAt("state")).contains("gated");
        assertThat(explained.at("attempts")).contains(Json.Arr.EMPTY);
    }

    @Test
    void aPreemptorNamesThePodsThatItPreempted() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1"))
                .running(pod("old").cpu("1").on("n1"))
                .create(pod("urgent").cpu("1").priority(100))
                .advance(Duration.ofMinutes(2))
                .untilQuiet();
        assertThat(answerTo("explain/pods/default/urgent"))
                .startsWith("default/urgent is bound to n1")
                .endsWith(" 1 pod was preempted for it: default/old.");
    }

    @Test
    void aPodThatFitsOnNoEmptyNodeGetsNoHintToRemovePods() throws InterruptedException {
        scenario.nodes(node("n1").cpu("1")).create(pod("big").cpu("4")).untilQuiet();
        assertThat(ask("explain/pods/default/big").textAt("hints", "0"))
                .get()
                .asString()
                .contains("add a larger node");
    }

    @Test
    void aSchedulerThatIsNotInformedAnswersWithAnError() throws InterruptedException {
        scenario.report(new Message.Unlisted(Kind.NODE, "not yet"));
        ServerResponse answer = ask("queue", ListAccess.ALL);
        assertThat(answer.status()).isEqualTo(503);
        assertThat(new String(answer.body(), UTF_8)).contains("has not yet read");
    }

    /// Counts the questions to the scheduling thread.
    private static final class CountingScheduler implements Scheduler {
        private final Scheduler scheduler;
        private int questions;

        CountingScheduler(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        public <T> Optional<T> ask(Query<T> query) {
            questions++;
            return scheduler.ask(query);
        }

        @Override
        public void post(Message message) {
            scheduler.post(message);
        }

        @Override
        public Optional<String> leader() {
            return Optional.empty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "overview",
                "nodes",
                "nodes/n1",
                "pods",
                "queue",
                "decisions",
                "explain/pods/default/big",
                "explain/pods/default/big/dry-run",
                "explain/nodes/n1",
                "why-not/default/big/n1",
            })
    void anAnswerNeedsOneQuestionToTheSchedulingThreadAndHasItsTime(String path)
            throws InterruptedException {
        scenario.nodes(node("n1").cpu("1")).create(pod("big").cpu("4")).untilQuiet();
        var scheduler = new CountingScheduler(new ScenarioScheduler(scenario));
        ServerResponse answer =
                QuestionEndpoint.withoutHistory(
                                scheduler,
                                new QuestionEndpoint.About("embedded", "1", true, List.of()),
                                TestContext.running())
                        .answer(call("GET", path), ListAccess.ALL);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(scheduler.questions).isEqualTo(1);
        assertThat(Json.parse(answer.body()).at("atMillis"))
                .contains(Json.of(scenario.ask(new Query.Status()).atNanos() / 1_000_000));
    }
}
