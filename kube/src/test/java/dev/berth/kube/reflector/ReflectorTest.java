package dev.berth.kube.reflector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Message;
import dev.berth.kubeclient.ApiStatus;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.wire.ItemHandler;
import dev.berth.kubeclient.wire.UnreadableException;
import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// The responses of the server are scripted line by line; the line `cut` breaks the body off.
class ReflectorTest {
    private final ArrayDeque<ApiResponse> answers = new ArrayDeque<>();
    private final List<String> requests = new ArrayList<>();
    private final List<String> delivered = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();
    private final List<String> incomplete = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();

    /// Ends the reflector when the script is over.
    private static final class Over extends InterruptedException {
        private static final long serialVersionUID = 1L;
    }

    private ReflectorTest answers(int status, String... lines) {
        answers.add(
                new ApiResponse(
                        status,
                        Map.of(),
                        new ByteArrayInputStream(
                                String.join("\n", lines).getBytes(StandardCharsets.UTF_8))));
        return this;
    }

    private void run() {
        new Reflector(
                        new ReflectorSpec(Kind.NODE, new Lines(), ""),
                        this::send,
                        message -> delivered.add(text(message)),
                        new ReflectorListener() {
                            @Override
                            public void failed(Kind kind, String why) {
                                failures.add(why);
                            }

                            @Override
                            public void unreadable(Kind kind, String why) {
                                unreadable.add(why);
                            }

                            @Override
                            public void incomplete(Kind kind, String key, String why) {
                                incomplete.add(key + ": " + why);
                            }
                        },
                        pauses::add,
                        new SplittableRandom(1))
                .run();
    }

    private ApiResponse send(ApiRequest request) throws InterruptedException {
        ApiResponse answer = answers.poll();
        if (answer == null) {
            throw new Over();
        }
        requests.add(request.path().replaceAll("timeoutSeconds=\\d+", "timeoutSeconds=T"));
        return answer;
    }

    private static String text(Message message) {
        return switch (message) {
            case Message.NodeSeen(var node, var _) ->
                    node.name() + "@" + node.meta().resourceVersion();
            case Message.NodeGone(String name) -> name + " gone";
            case Message.Listed _ -> "listed";
            case Message.Unlisted(var _, String why) -> "unlisted: " + why;
            default -> throw new AssertionError(message);
        };
    }

    /// A readable format: `name version`, `name version problem`, `-name version`, `* version`
    /// (bookmark), `** version` (end of the initial events), `error code`, `next token`, `at
    /// version`, `cut`, `?` (malformed).
    private static final class Lines implements WireFormat {
        private final Decoder decoder = new Decoder();

        @Override
        public boolean supports(Kind kind) {
            return true;
        }

        @Override
        public String mediaType() {
            return "text/list";
        }

        @Override
        public String watchMediaType() {
            return "text/watch";
        }

        private Seen node(String... words) {
            String name = words[0];
            String version = words[1];
            Json.Obj meta =
                    Json.Obj.EMPTY
                            .with("name", name)
                            .with("uid", "u-" + name)
                            .with("resourceVersion", version);
            return new Seen(
                    decoder.node(Json.Obj.EMPTY.with("metadata", meta)),
                    Optional.empty(),
                    words.length > 2 ? words[2] : "");
        }

        private static Iterator<String> lines(InputStream body) throws IOException {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8).lines().iterator();
        }

        @Override
        public Page readList(Kind kind, InputStream body, ItemHandler items) throws IOException {
            String next = "";
            String version = "";
            for (Iterator<String> lines = lines(body); lines.hasNext(); ) {
                String[] words = lines.next().split(" ");
                switch (words[0]) {
                    case "next" -> next = words[1];
                    case "at" -> version = words[1];
                    case "cut" -> throw new IOException("cut off");
                    case "?" -> items.unreadable(invalid());
                    default -> items.seen(node(words));
                }
            }
            return new Page(version, next);
        }

        @Override
        public Seen readObject(Kind kind, InputStream body) {
            throw new AssertionError();
        }

        @Override
        public ApiStatus readStatus(int code, InputStream body) {
            return new ApiStatus(code, "", "rejected with " + code);
        }

        @Override
        public Watch watch(Kind kind, InputStream body) {
            return new Watch() {
                private Iterator<String> lines = List.<String>of().iterator();
                private boolean begun;

                @Override
                public Optional<WatchEvent> next() throws IOException {
                    if (!begun) {
                        begun = true;
                        lines = lines(body);
                    }
                    return lines.hasNext() ? Optional.of(event(lines.next())) : Optional.empty();
                }

                @Override
                public void close() {}
            };
        }

        private static UnreadableException invalid() {
            return new UnreadableException(new IOException("no sense"));
        }

        private WatchEvent event(String line) throws IOException {
            String[] words = line.split(" ");
            return switch (words[0]) {
                case "*" -> new WatchEvent.Bookmark(words[1], false);
                case "**" -> new WatchEvent.Bookmark(words[1], true);
                case "error" ->
                        new WatchEvent.Failed(
                                new ApiStatus(Integer.parseInt(words[1]), "", "ended"));
                case "cut" -> throw new IOException("cut off");
                case "?" -> throw invalid();
                default ->
                        words[0].startsWith("-")
                                ? new WatchEvent.Deleted(
                                        node(words[0].substring(1), words[1]).object())
                                : new WatchEvent.AddedOrModified(node(words));
            };
        }
    }

    private static final String LISTING =
            "/api/v1/nodes?watch=true&allowWatchBookmarks=true&timeoutSeconds=T"
                    + "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";

    private static String from(String version) {
        return "/api/v1/nodes?watch=true&allowWatchBookmarks=true&timeoutSeconds=T&resourceVersion="
                + version;
    }

    @Test
    void anObjectWithInvalidFieldsIsDeliveredAndReportedOnceForEachProblem() {
        answers(200, "a 1 bad", "b 2", "** 5", "a 6 bad", "b 7", "a 8 worse", "a 9", "a 10 bad")
                .answers(200, "-a 11", "a 12 bad", "c  bad", "* 13")
                .answers(200)
                .run();

        assertThat(requests).containsExactly(LISTING, from("10"), from("13"));
        assertThat(delivered)
                .containsExactly(
                        "a@1", "b@2", "listed", "a@6", "b@7", "a@8", "a@9", "a@10", "a gone",
                        "a@12", "c@");
        assertThat(incomplete).containsExactly("a: bad", "a: worse", "a: bad", "a: bad", "c: bad");
        assertThat(failures).isEmpty();
    }

    @Test
    void anInvalidObjectWithoutAResourceVersionDoesNotMoveTheWatchBack() {
        answers(200, "a 1", "** 5", "a 6", "c  bad").answers(200).run();
        assertThat(requests).containsExactly(LISTING, from("6"));
    }

    @Test
    void aWatchListsFirstAndResumesWhereItWas() {
        answers(200, "a 1", "b 2", "** 5", "c 6", "-a 7").answers(200, "* 9").answers(200).run();
        assertThat(requests).containsExactly(LISTING, from("7"), from("9"));
        assertThat(delivered).containsExactly("a@1", "b@2", "listed", "c@6", "a gone");
        assertThat(pauses).isEmpty();
    }

    @Test
    void aRepeatedEventIsDeliveredOnce() {
        answers(200, "a 1", "** 1", "a 1", "a 2", "a 2").run();
        assertThat(delivered).containsExactly("a@1", "listed", "a@2");
    }

    @Test
    void anExpiredVersionIsListedAgainAtOnceAndOnlyChangesAreDelivered() {
        answers(200, "a 1", "b 2", "** 2")
                .answers(410)
                .answers(200, "b 2", "c 8", "** 9", "* 10", "error 410")
                .answers(200, "c 8", "** 11")
                .run();
        assertThat(delivered)
                .containsExactly(
                        "a@1", "b@2", "listed", "c@8", "a gone", "listed", "b gone", "listed");
        assertThat(requests).containsExactly(LISTING, from("2"), LISTING, LISTING);
        assertThat(pauses).isEmpty();
    }

    @Test
    void listsThatExpireAtOnceAreDelayed() {
        answers(200, "** 1", "error 410")
                .answers(200, "** 2", "error 410")
                .answers(200, "** 3", "error 410")
                .answers(200, "** 4", "a 5", "error 410")
                .answers(200, "** 6")
                .run();
        List<Long> waits = pauses.stream().map(Duration::toMillis).toList();
        assertThat(waits).hasSize(2);
        assertThat(waits.get(0)).isBetween(800L, 1600L);
        assertThat(waits.get(1)).isBetween(1600L, 3200L);
    }

    @Test
    void listsThatBreakOffAreDelayed() {
        answers(200, "a 1")
                .answers(200, "a 1")
                .answers(200, "a 1")
                .answers(200, "a 1", "** 1")
                .run();
        assertThat(pauses).hasSize(2);
        assertThat(delivered).containsExactly("a@1", "listed");
    }

    @Test
    void anEventThatIsUnreadableTwiceCausesARelist() {
        answers(200, "a 1", "** 1", "? 2")
                .answers(200, "? 2")
                .answers(200, "a 1", "? 2", "b 3", "** 3")
                .run();
        assertThat(requests).containsExactly(LISTING, from("1"), LISTING);
        assertThat(delivered).containsExactly("a@1", "listed", "b@3", "listed");
        assertThat(unreadable).containsExactly("no sense");
    }

    @Test
    void anUnreadableObjectInAPageIsIgnored() {
        answers(400).answers(200, "a 1", "? 2", "b 3", "at 3").answers(200).run();
        assertThat(delivered).containsExactly("a@1", "b@3", "listed");
        assertThat(unreadable).containsExactly("no sense");
    }

    @Test
    void aListThatBreaksOffDeletesNothing() {
        answers(200, "a 1", "b 2", "** 2")
                .answers(410)
                .answers(200, "a 1", "cut")
                .answers(200, "a 1", "b 2", "** 3")
                .run();
        assertThat(delivered).containsExactly("a@1", "b@2", "listed", "listed");
        assertThat(failures).containsExactly("cut off");
    }

    @Test
    void aWatchThatBreaksOffResumesAfterADelay() {
        answers(200, "a 1", "** 2", "cut").answers(200, "b 3").run();
        assertThat(requests).containsExactly(LISTING, from("2"));
        assertThat(pauses).hasSize(1);
    }

    @Test
    void aServerWithoutInitialEventsIsListedInPages() {
        answers(400)
                .answers(200, "a 1", "next more/2")
                .answers(200, "b 2", "at 7")
                .answers(200, "c 8")
                .run();
        assertThat(requests)
                .containsExactly(
                        LISTING,
                        "/api/v1/nodes?limit=500",
                        "/api/v1/nodes?limit=500&continue=more%2F2",
                        from("7"));
        assertThat(delivered).containsExactly("a@1", "b@2", "listed", "c@8");
    }

    @Test
    void anExpiredContinueTokenCausesAListWithoutPages() {
        answers(422)
                .answers(200, "a 1", "next 2")
                .answers(410)
                .answers(200, "a 1", "at 9")
                .answers(200)
                .run();
        assertThat(requests).contains("/api/v1/nodes?resourceVersion=").last().isEqualTo(from("9"));
    }

    @Test
    void aForbiddenKindIsUnlistedUntilItIsAllowed() {
        answers(403).answers(403).answers(200, "a 1", "** 2").answers(403).run();
        assertThat(delivered)
                .containsExactly(
                        "unlisted: rejected with 403",
                        "unlisted: rejected with 403",
                        "a@1",
                        "listed");
        assertThat(failures).hasSize(3);
    }

    @Test
    void watchesWithoutEventsAreDelayed() {
        answers(200, "** 1").answers(200).answers(200).answers(200).answers(200, "a 2").run();
        assertThat(pauses).hasSize(2);
        assertThat(delivered).containsExactly("listed", "a@2");
    }

    @Test
    void delaysGrowAndAreResetBySuccess() {
        answers(500).answers(500).answers(500).answers(200, "** 1", "* 2", "cut").run();
        List<Long> waits = pauses.stream().map(Duration::toMillis).toList();
        assertThat(waits.get(0)).isBetween(800L, 1600L);
        assertThat(waits.get(1)).isBetween(1600L, 3200L);
        assertThat(waits.get(2)).isBetween(3200L, 6400L);
        assertThat(waits.get(3)).isBetween(800L, 1600L);
        assertThat(waits).hasSize(4);
    }
}
