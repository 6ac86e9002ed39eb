package dev.berth.plugins.volumes;

import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.StorageCapacity;
import dev.berth.model.StorageClass;
import dev.berth.plugins.volumes.PodVolumes.Match;
import dev.berth.plugins.volumes.Provisioning.Provision;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Nodes;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Evaluates all nodes for the claims of one pod: the results of [VolumeFinder], computed with sets
/// of rows.
///
/// The set of rows shrinks only when rows fail, so each check runs on the rows for which the simple
/// implementation would run it.
final class BulkVolumeFinder {
    private final VolumeFinder finder;
    private final VolumeTopologyIndex reach;
    private final VolumesByClass volumesByClass;
    private final Provisioning provisioning;
    private final Nodes nodes;
    private final NodeSet candidates;
    private final List<Found<PersistentVolume>> volumes = new ArrayList<>();

    /// The capacities for claims without a volume. No capacity means that the driver does not
    /// publish it.
    private final List<Found<StorageCapacity>> capacities = new ArrayList<>();

    /// The rows on which these claims have a volume, so that none is provisioned.
    private final List<NodeSet> servedByVolume = new ArrayList<>();

    private final MutableNodeSet conflict = new MutableNodeSet(64);
    private final MutableNodeSet unserved = new MutableNodeSet(64);
    private final MutableNodeSet noSpace = new MutableNodeSet(64);
    private boolean noVolume;
    private NodeSet beforeMissing = NodeSet.empty();

    BulkVolumeFinder(
            VolumeFinder finder,
            VolumeTopologyIndex reach,
            VolumesByClass volumesByClass,
            Provisioning provisioning,
            Nodes nodes,
            NodeSet candidates) {
        this.finder = finder;
        this.reach = reach;
        this.volumesByClass = volumesByClass;
        this.provisioning = provisioning;
        this.nodes = nodes;
        this.candidates = candidates.copy();
    }

    void evaluate(ClassifiedClaims claims, Rejections out) {
        bound(claims.bound());
        if (!claims.delayed().isEmpty()) {
            delayed(claims.delayed());
        }
        report(out);
    }

    private void bound(List<PersistentVolumeClaim> claims) {
        MutableNodeSet left = candidates.copy();
        for (PersistentVolumeClaim claim : claims) {
            if (left.isEmpty()) {
                return;
            }
            Optional<PersistentVolume> volume = finder.volumeOf(claim);
            if (volume.isEmpty()) {
                noVolume = true;
                beforeMissing = left;
                return;
            }
            MutableNodeSet kept = left.copy();
            kept.retain(reach.reaching(volume.get(), nodes, left));
            left.removeAll(kept);
            conflict.addAll(left);
            left = kept;
        }
    }

    private void delayed(List<PersistentVolumeClaim> claims) {
        MutableNodeSet left = candidates.copy();
        var toMatch = new ArrayList<PersistentVolumeClaim>();
        var toProvide = new ArrayList<PersistentVolumeClaim>();
        for (PersistentVolumeClaim claim : claims) {
            Optional<String> selected = claim.selectedNode();
            if (selected.isEmpty()) {
                toMatch.add(claim);
            } else {
                toProvide.add(claim);
                left = selected(selected.get(), left);
            }
        }
        if (left.isEmpty()) {
            return;
        }
        var served = new ArrayList<Served>();
        toProvide.forEach(claim -> served.add(new Served(claim, NodeSet.empty())));
        match(toMatch, left, served);
        provide(served, left);
    }

    private MutableNodeSet selected(String node, MutableNodeSet left) {
        var only = new MutableNodeSet(64);
        nodes.row(node).ifPresent(row -> only.put(row, left.contains(row)));
        left.removeAll(only);
        unserved.addAll(left);
        return only;
    }

    /// What was found for a claim: the same object for all rows, or an object by row.
    private static final class Found<T> {
        private final PersistentVolumeClaim claim;
        private final @Nullable T everywhere;
        private final @Nullable T @Nullable [] byRow;
        private final @Nullable BestByRow<?, T> index;

        private Found(
                PersistentVolumeClaim claim,
                @Nullable T everywhere,
                @Nullable T @Nullable [] byRow,
                @Nullable BestByRow<?, T> index) {
            this.claim = claim;
            this.everywhere = everywhere;
            this.byRow = byRow;
            this.index = index;
        }

        static <T> Found<T> everywhere(PersistentVolumeClaim claim, @Nullable T object) {
            return new Found<>(claim, object, null, null);
        }

        static <T> Found<T> byRow(PersistentVolumeClaim claim, @Nullable T[] byRow) {
            return new Found<>(claim, null, byRow, null);
        }

        /// The objects of an index, which the next pod may change.
        static <T> Found<T> indexed(PersistentVolumeClaim claim, BestByRow<?, T> index) {
            return new Found<>(claim, null, null, index);
        }

        boolean uniform() {
            return byRow == null && index == null;
        }

        /// Whether the objects on these rows exist and have the same size.
        boolean sameSize(NodeSet rows) {
            return uniform() || index != null && index.oneSize() && rows.isSubsetOf(index.rows());
        }

        @Nullable T at(int row) {
            if (index != null) {
                return index.at(row);
            }
            return byRow == null ? everywhere : byRow[row];
        }
    }

    /// Whether all these nodes, none of which was rejected, have volumes and capacities of the same
    /// sizes.
    boolean uniform(NodeSet feasible) {
        for (Found<PersistentVolume> each : volumes) {
            if (!each.sameSize(feasible)) {
                return false;
            }
        }
        for (Found<StorageCapacity> each : capacities) {
            if (!each.sameSize(feasible)) {
                return false;
            }
        }
        return feasible.isSubsetOf(candidates);
    }

    /// Whether the node was among the candidates, so that its volumes are known.
    boolean evaluated(int row) {
        return candidates.contains(row);
    }

    /// Whether this evaluation contains all rows of another one.
    boolean covers(BulkVolumeFinder other) {
        return other.candidates.isSubsetOf(candidates);
    }

    /// Whether two nodes that were not rejected have volumes and capacities of the same sizes.
    boolean sameSizes(int row, int other) {
        for (int i = 0; i < volumes.size(); i++) {
            if (volumeSize(volumes.get(i), row) != volumeSize(volumes.get(i), other)) {
                return false;
            }
        }
        for (int i = 0; i < capacities.size(); i++) {
            if (capacity(capacities.get(i), row) != capacity(capacities.get(i), other)) {
                return false;
            }
        }
        return true;
    }

    private static long volumeSize(Found<PersistentVolume> found, int row) {
        if (found.index != null) {
            return found.index.size(row);
        }
        PersistentVolume volume = found.at(row);
        return volume == null ? -1 : volume.capacity().value();
    }

    private static long capacity(Found<StorageCapacity> found, int row) {
        if (found.index != null) {
            return found.index.size(row);
        }
        StorageCapacity capacity = found.at(row);
        return capacity == null ? -1 : Provisioning.sizeOf(capacity);
    }

    /// What [VolumeFinder] finds on a node that was not rejected.
    PodVolumes on(int row) {
        return new PodVolumes(true, true, true, true, matches(row), provisions(row));
    }

    /// The volumes on a node that was not rejected.
    List<Match> matches(int row) {
        var matches = new ArrayList<Match>(volumes.size());
        for (Found<PersistentVolume> each : volumes) {
            PersistentVolume volume = each.at(row);
            if (volume != null) {
                matches.add(new Match(each.claim, volume));
            }
        }
        return matches;
    }

    /// The volumes to provision on a node that was not rejected.
    List<Provision> provisions(int row) {
        var provisions = new ArrayList<Provision>(capacities.size());
        for (int i = 0; i < capacities.size(); i++) {
            Found<StorageCapacity> each = capacities.get(i);
            if (!servedByVolume.get(i).contains(row)) {
                provisions.add(new Provision(each.claim, Optional.ofNullable(each.at(row))));
            }
        }
        return provisions;
    }

    /// A claim and the rows on which a volume was found for it.
    private record Served(PersistentVolumeClaim claim, NodeSet rows) {}

    private void match(List<PersistentVolumeClaim> claims, NodeSet left, List<Served> served) {
        for (ClaimRequirements demand : ClaimRequirements.bySize(claims)) {
            Found<PersistentVolume> uniform = uniform(demand, left);
            if (uniform != null) {
                volumes.add(uniform);
                boolean found = uniform.everywhere != null;
                served.add(new Served(demand.claim(), found ? left : NodeSet.empty()));
                continue;
            }
            BestByRow<?, PersistentVolume> smallest = smallest(demand);
            if (smallest != null) {
                volumes.add(Found.indexed(demand.claim(), smallest));
                served.add(new Served(demand.claim(), smallest.rows()));
                continue;
            }
            @Nullable PersistentVolume[] byRow = new PersistentVolume[nodes.rows()];
            choose(demand, left, byRow);
            var rows = new MutableNodeSet(nodes.rows());
            for (int row = left.next(0); row >= 0; row = left.next(row + 1)) {
                rows.put(row, byRow[row] != null);
            }
            volumes.add(Found.byRow(demand.claim(), byRow));
            served.add(new Served(demand.claim(), rows));
        }
    }

    /// The result for all these rows, if no choice by row is necessary: at most one group has
    /// suitable volumes, and all rows can access them. Otherwise null.
    private @Nullable Found<PersistentVolume> uniform(ClaimRequirements demand, NodeSet left) {
        if (!volumesByClass.keptFor(demand.claim()).isEmpty()
                || !volumes.stream().allMatch(Found::uniform)) {
            return null;
        }
        List<PersistentVolume> suitable = List.of();
        for (VolumesByClass.Group group : volumesByClass.free(demand.claim().storageClass())) {
            List<PersistentVolume> first = first(demand, group, volumes.size() + 1);
            if (first.isEmpty()) {
                continue;
            }
            if (!suitable.isEmpty() || !left.isSubsetOf(group.rows().in(nodes))) {
                return null;
            }
            suitable = first;
        }
        for (PersistentVolume volume : suitable) {
            if (!taken(volume, 0)) {
                return Found.everywhere(demand.claim(), volume);
            }
        }
        return Found.everywhere(demand.claim(), null);
    }

    /// The smallest volume on each row from the index; null if volumes are reserved for the claim,
    /// or earlier claims may have taken one.
    private @Nullable BestByRow<?, PersistentVolume> smallest(ClaimRequirements demand) {
        return volumes.isEmpty() && volumesByClass.keptFor(demand.claim()).isEmpty()
                ? volumesByClass.smallest(demand, nodes)
                : null;
    }

    private void choose(
            ClaimRequirements demand, NodeSet left, @Nullable PersistentVolume[] chosen) {
        var open = left.copy();
        for (PersistentVolume kept : volumesByClass.keptFor(demand.claim())) {
            if (demand.acceptsKept(kept)) {
                NodeSet reaching = reach.of(kept.nodeAffinity()).in(nodes);
                for (int row = open.next(0); row >= 0; row = open.next(row + 1)) {
                    if (!taken(kept, row)) {
                        open.remove(row);
                        chosen[row] = reaching.contains(row) ? kept : null;
                    }
                }
            }
        }
        if (open.isEmpty()) {
            return;
        }
        for (VolumesByClass.Group group : volumesByClass.free(demand.claim().storageClass())) {
            List<PersistentVolume> first = first(demand, group, volumes.size() + 1);
            if (!first.isEmpty()) {
                group.rows()
                        .forEach(
                                nodes,
                                row -> {
                                    if (open.contains(row)) {
                                        chosen[row] = smaller(chosen[row], first, row);
                                    }
                                });
            }
        }
    }

    /// The smallest suitable volumes of the group: one more than earlier claims can have taken.
    private static List<PersistentVolume> first(
            ClaimRequirements demand, VolumesByClass.Group group, int many) {
        var first = new ArrayList<PersistentVolume>(many);
        for (PersistentVolume volume : group.atLeast(demand.size())) {
            if (demand.acceptsFree(volume)) {
                first.add(volume);
                if (first.size() == many) {
                    break;
                }
            }
        }
        return first;
    }

    private @Nullable PersistentVolume smaller(
            @Nullable PersistentVolume best, List<PersistentVolume> suitable, int row) {
        for (PersistentVolume volume : suitable) {
            if (!taken(volume, row)) {
                return best == null || VolumesByClass.BY_SIZE.compare(volume, best) < 0
                        ? volume
                        : best;
            }
        }
        return best;
    }

    @SuppressWarnings("ReferenceEquality") // Within one bulk evaluation, each volume is one object.
    private boolean taken(PersistentVolume volume, int row) {
        for (Found<PersistentVolume> earlier : volumes) {
            if (earlier.at(row) == volume) {
                return true;
            }
        }
        return false;
    }

    private void provide(List<Served> claims, NodeSet left) {
        MutableNodeSet open = left.copy();
        for (Served claim : claims) {
            MutableNodeSet wanting = open.copy();
            wanting.removeAll(claim.rows());
            if (wanting.isEmpty()) {
                continue;
            }
            StorageClass storageClass = provisioning.classOf(claim.claim());
            MutableNodeSet rejected = wanting.copy();
            if (Provisioning.provides(storageClass)) {
                provisioning.allowed(storageClass).removeFrom(rejected, nodes);
            }
            unserved.addAll(rejected);
            open.removeAll(rejected);
            wanting.removeAll(rejected);
            if (!wanting.isEmpty()) {
                servedByVolume.add(claim.rows());
                withoutCapacity(claim.claim(), storageClass, wanting);
                noSpace.addAll(wanting);
                open.removeAll(wanting);
            }
        }
    }

    /// Keeps only the rows without sufficient capacity.
    private void withoutCapacity(
            PersistentVolumeClaim claim, StorageClass storageClass, MutableNodeSet rows) {
        if (!provisioning.counted(claim, storageClass)) {
            capacities.add(Found.everywhere(claim, null));
            rows.clear();
            return;
        }
        BestByRow<?, StorageCapacity> first = provisioning.first(claim, storageClass, nodes);
        if (first == null) {
            capacities.add(Found.everywhere(claim, null));
        } else {
            capacities.add(Found.indexed(claim, first));
            rows.removeAll(first.rows());
        }
    }

    private void report(Rejections out) {
        MutableNodeSet wrong = conflict.copy();
        wrong.addAll(unserved);
        wrong.addAll(noSpace);
        if (noVolume) {
            wrong.addAll(beforeMissing);
        }
        for (int i = 0; i < wrong.words(); i++) {
            long left = wrong.word(i);
            while (left != 0) {
                // The rows of the word with the same problems as its first row.
                int row = (i << 6) + Long.numberOfTrailingZeros(left);
                boolean missing = noVolume && beforeMissing.contains(row);
                long same = left & like(conflict, i, row) & like(unserved, i, row);
                same &= like(noSpace, i, row);
                if (noVolume) {
                    same &= like(beforeMissing, i, row);
                }
                if (PodVolumes.verdict(
                                conflict.contains(row),
                                unserved.contains(row),
                                noSpace.contains(row),
                                missing)
                        instanceof Reject reject) {
                    out.rejectWord(i, same, reject);
                }
                left &= ~same;
            }
        }
    }

    /// The rows of word `index` that are in the set if `row` is, and not if it is not.
    private static long like(NodeSet set, int index, int row) {
        return set.contains(row) ? set.word(index) : ~set.word(index);
    }
}
