package dev.berth.kube.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Log;
import dev.berth.kubeclient.Sleeper;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// Several electors compete for one lease in virtual time. Regardless of concurrent changes and
/// failures, two of them never write at the same time.
class TwoElectorsTest {
    private static final int SEQUENCES = Integer.getInteger("sequences", 100);
    private static final int STEPS = 400;

    @Test
    void twoElectorsNeverWriteAtTheSameTime() throws InterruptedException {
        long seed = Long.getLong("test.seed", new SplittableRandom().nextLong());
        var random = new SplittableRandom(seed);
        int changes = 0;
        for (int i = 0; i < SEQUENCES; i++) {
            var sequence = new EventSequence(random.split());
            try {
                sequence.run();
            } catch (AssertionError e) {
                throw new AssertionError("-Dtest.seed=" + seed + ", sequence " + i, e);
            }
            changes += sequence.changes;
        }
        assertThat(changes).as("the lease changed hands").isGreaterThan(SEQUENCES);
    }

    private static final class EventSequence implements MemoryLease.Trouble {
        private final SplittableRandom random;
        private final MemoryLease server = new MemoryLease();
        private final List<Elector> electors = new ArrayList<>();
        private long now = Duration.ofDays(20_000).toNanos();
        private int created;
        private int changes;
        private boolean calm;

        EventSequence(SplittableRandom random) {
            this.random = random;
            server.trouble = this;
            for (int i = 0; i < 2 + random.nextInt(2); i++) {
                electors.add(new Elector(this));
            }
        }

        void run() throws InterruptedException {
            for (int i = 0; i < STEPS; i++) {
                somethingHappens();
            }
            calm = true;
            electors.forEach(each -> each.due = Math.min(each.due, now));
            long end = now + Duration.ofSeconds(40).toNanos();
            while (now < end) {
                soonest().orElseThrow().step();
                check();
            }
            assertThat(electors.stream().filter(each -> each.election.mayWrite()))
                    .as("there is a leader in the end")
                    .hasSize(1);
        }

        private void somethingHappens() throws InterruptedException {
            switch (random.nextInt(19)) {
                case 0 -> now += random.nextLong(Duration.ofSeconds(30).toNanos());
                case 1 -> idle().ifPresent(each -> each.election.stop());
                case 2 -> idle().ifPresent(each -> each.due += random.nextLong(40_000_000_000L));
                case 3 -> idle().ifPresent(each -> each.election.observe(server.lease));
                default -> {
                    Optional<Elector> next = soonest();
                    if (next.isPresent()) {
                        next.get().step();
                    }
                }
            }
            check();
        }

        private void check() {
            int writers = 0;
            for (Elector each : electors) {
                writers += each.election.mayWrite() ? 1 : 0;
            }
            if (writers > 1) {
                throw new AssertionError(writers + " may write");
            }
        }

        private Optional<Elector> idle() {
            List<Elector> idle = electors.stream().filter(each -> !each.busy).toList();
            return idle.isEmpty()
                    ? Optional.empty()
                    : Optional.of(idle.get(random.nextInt(idle.size())));
        }

        private Optional<Elector> soonest() {
            return electors.stream()
                    .filter(each -> !each.busy)
                    .min((left, right) -> Long.compare(left.due, right.due));
        }

        @Override
        public Optional<ApiResponse> before(ApiRequest request) throws IOException {
            meanwhile();
            if (!calm) {
                switch (random.nextInt(12)) {
                    case 0 -> throw new IOException("connection refused");
                    case 1 -> {
                        return Optional.of(MemoryLease.rejection(500, "InternalError"));
                    }
                    case 2 -> {
                        return Optional.of(MemoryLease.rejection(409, "Conflict"));
                    }
                    default -> {}
                }
            }
            return Optional.empty();
        }

        @Override
        public void after(ApiRequest request) throws IOException {
            meanwhile();
            if (!calm && random.nextInt(8) == 0) {
                throw new IOException("connection reset after it was done");
            }
        }

        /// The concurrent steps of other electors while one waits for its response.
        private void meanwhile() {
            if (calm) {
                return;
            }
            now += random.nextInt(4) == 0 ? random.nextLong(6_000_000_000L) : 1_000_000;
            if (random.nextInt(4) == 0) {
                try {
                    somethingHappens();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            check();
        }
    }

    private static final class Elector implements ElectionListener, Sleeper {
        private final EventSequence sequence;
        private LeaderElection election;
        private long due;
        private boolean busy;

        Elector(EventSequence sequence) {
            this.sequence = sequence;
            this.election = restart();
        }

        private LeaderElection restart() {
            due = sequence.now;
            return new LeaderElection(
                    LeaderElectionTest.settings("elector-" + ++sequence.created),
                    sequence.server,
                    () -> sequence.now,
                    sequence.random.split(),
                    this,
                    this,
                    request -> {},
                    "berth",
                    Log.NONE);
        }

        /// Runs the actions that are due, after the time until then has passed; an elector that is
        /// over starts again.
        void step() throws InterruptedException {
            sequence.now = Math.max(sequence.now, due);
            busy = true;
            Optional<Duration> wait = election.step();
            busy = false;
            due = sequence.now + wait.orElse(Duration.ZERO).toNanos();
            if (wait.isEmpty()) {
                assertThat(election.mayWrite()).isFalse();
                election = restart();
            }
        }

        @Override
        public void started() {
            sequence.changes++;
        }

        @Override
        public void stopped() {}

        @Override
        public void newLeader(String identity) {}

        @Override
        public void atMost(Duration time) {
            throw new AssertionError("unexpected wait");
        }

        @Override
        public void wake() {
            due = sequence.now;
        }
    }
}
