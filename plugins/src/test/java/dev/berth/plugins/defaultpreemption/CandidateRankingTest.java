package dev.berth.plugins.defaultpreemption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.ImageState;
import dev.berth.spi.NodeView;
import dev.berth.spi.Resource;
import dev.berth.testkit.Build;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// The ranking, which looks at each candidate once, gives the result of one pass for each
/// criterion.
class CandidateRankingTest {
    private static final long SEED = Long.getLong("test.seed", 1);

    private static final List<Comparator<Candidate>> CRITERIA =
            List.of(
                    Comparator.comparingInt(Candidate::violations),
                    Comparator.comparingInt(Candidate::highestPriority),
                    Comparator.comparingLong(Candidate::sumOfPriorities),
                    Comparator.comparingInt(candidate -> candidate.victims().size()),
                    Comparator.comparing(Candidate::earliestStart).reversed());

    private static final List<String> WORDS =
            List.of(
                    "fewest violations of disruption budgets",
                    "lowest priority of the most important victim",
                    "lowest sum of priorities, each raised by 2^31",
                    "fewest victims",
                    "latest start of the most important victims");

    @Test
    void onePassRanksLikeOneForEachCriterion() {
        var random = new Random(SEED);
        for (int round = 0; round < 3_000; round++) {
            List<Candidate> candidates = candidates(random);
            List<Candidate> best = candidates;
            String decidedBy = "";
            for (int i = 0; i < CRITERIA.size() && best.size() > 1; i++) {
                Comparator<Candidate> order = CRITERIA.get(i);
                Candidate leading = Collections.min(best, order);
                List<Candidate> left =
                        best.stream().filter(each -> order.compare(each, leading) == 0).toList();
                decidedBy = left.size() < best.size() ? WORDS.get(i) : decidedBy;
                best = left;
            }
            var all = new CandidateRanking(true);
            var first = new CandidateRanking(false);
            candidates.forEach(all::add);
            candidates.forEach(first::add);
            assertThat(all.best()).as("round %d", round).isEqualTo(best);
            assertThat(first.best()).as("round %d", round).containsExactly(best.getFirst());
            assertThat(all.decidedBy()).as("round %d", round).isEqualTo(decidedBy);
            assertThat(first.decidedBy()).as("round %d", round).isEqualTo(decidedBy);
        }
    }

    private static List<Candidate> candidates(Random random) {
        var pod = Build.pod("victim").build();
        var candidates = new ArrayList<Candidate>();
        int count = 1 + random.nextInt(8);
        int values = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            candidates.add(
                    new Candidate(
                            new NumberedNode(i),
                            Collections.nCopies(1 + random.nextInt(values), pod),
                            random.nextInt(values),
                            random.nextInt(values),
                            random.nextInt(values),
                            Instant.ofEpochSecond(random.nextInt(values))));
        }
        return candidates;
    }

    private record NumberedNode(int row) implements NodeView {
        @Override
        public Node node() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long allocatable(Resource resource) {
            return 0;
        }

        @Override
        public long requested(Resource resource) {
            return 0;
        }

        @Override
        public long nonZeroRequested(Resource resource) {
            return 0;
        }

        @Override
        public List<Pod> pods() {
            return List.of();
        }

        @Override
        public Optional<ImageState> image(String image) {
            return Optional.empty();
        }
    }
}
