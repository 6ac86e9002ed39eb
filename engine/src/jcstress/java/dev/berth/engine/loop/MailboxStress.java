package dev.berth.engine.loop;

import dev.berth.engine.port.Message;
import dev.berth.model.Decoder;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/// Stress tests of the mailbox, through which all messages reach the scheduling thread. Answers
/// leave it as immutable values of futures. `.ci/stress` runs them.
public final class MailboxStress {
    private static final int MAX = 10;
    private static final long MAX_WAIT_NANOS = 20_000_000_000L;
    private static final Pod FIRST = pod(1);
    private static final Pod SECOND = pod(2);

    private MailboxStress() {}

    private static Pod pod(int version) {
        return new Decoder()
                .pod(
                        (Json.Obj)
                                Json.parse(
                                        """
                                        {"metadata":{"name":"web","namespace":"ns","uid":"u",
                                         "resourceVersion":"%d"}}\
                                        """
                                                .formatted(version)));
    }

    private static int version(Message message) {
        return message instanceof Message.PodSeen seen
                ? Integer.parseInt(seen.pod().meta().resourceVersion())
                : 9;
    }

    /// The versions that a reader received, as digits: 12 is the first and then the second.
    private static int versions(Mailbox mailbox) {
        int[] digits = {0};
        mailbox.drain(message -> digits[0] = digits[0] * 10 + version(message), MAX);
        return digits[0];
    }

    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both messages arrived.")
    @State
    public static class NoMessageIsLost {
        private final Mailbox mailbox = new Mailbox();

        @Actor
        public void one() {
            mailbox.accept(new Message.NodeGone("n1"));
        }

        @Actor
        public void other() {
            mailbox.accept(new Message.NodeGone("n2"));
        }

        @Arbiter
        public void count(I_Result result) {
            result.r1 = mailbox.drain(_ -> {}, MAX);
        }
    }

    @JCStressTest
    @Outcome(id = "0, 2", expect = Expect.ACCEPTABLE, desc = "The newer state replaced the older.")
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The reader was in between.")
    @Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "The reader came last.")
    @State
    public static class TheNewestStateArrivesLast {
        private final Mailbox mailbox = new Mailbox();

        @Actor
        public void writer() {
            mailbox.accept(new Message.PodSeen(FIRST));
            mailbox.accept(new Message.PodSeen(SECOND));
        }

        @Actor
        public void reader(II_Result result) {
            result.r1 = versions(mailbox);
        }

        @Arbiter
        public void rest(II_Result result) {
            result.r2 = versions(mailbox);
        }
    }

    @JCStressTest
    @Outcome(id = "1, 9, 2", expect = Expect.ACCEPTABLE, desc = "Deletion ends the merging.")
    @State
    public static class ADeletionSeparatesTwoObjects {
        private final Mailbox mailbox = new Mailbox();
        private final Mailbox read = new Mailbox();

        @Actor
        public void writer() {
            mailbox.accept(new Message.PodSeen(FIRST));
            mailbox.accept(new Message.PodGone("u"));
            mailbox.accept(new Message.PodSeen(SECOND));
        }

        @Actor
        public void reader() {
            mailbox.drain(read, MAX);
        }

        @Arbiter
        public void rest(III_Result result) {
            mailbox.drain(read, MAX);
            int versions = versions(read);
            result.r1 = versions / 100;
            result.r2 = versions / 10 % 10;
            result.r3 = versions % 10;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The message ended the wait.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The reader waited for the whole time.")
    @State
    public static class AMessageEndsTheWait {
        private final Mailbox mailbox = new Mailbox();

        @Actor
        public void reader(I_Result result) throws InterruptedException {
            long began = System.nanoTime();
            mailbox.await(MAX_WAIT_NANOS);
            result.r1 = System.nanoTime() - began < MAX_WAIT_NANOS / 2 ? 1 : 0;
        }

        @Actor
        public void writer() {
            mailbox.accept(new Message.NodeGone("n1"));
        }
    }
}
