package dev.berth.plugins.volumes;

import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;

import java.util.ArrayList;
import java.util.List;

/// The result for the claims of a pod on one node: the problems, or the volumes of the claims
/// (kube-scheduler: `PodVolumes`).
///
/// @param boundReached whether the node can access the volumes of bound claims
/// @param unboundServed whether volumes for the other claims exist or can be provisioned
/// @param spaceLeft whether there is sufficient capacity for provisioning
/// @param volumesExist whether the volumes of bound claims exist
record PodVolumes(
        boolean boundReached,
        boolean unboundServed,
        boolean spaceLeft,
        boolean volumesExist,
        List<Match> matches,
        List<Provisioning.Provision> provisions) {
    /// An existing volume for a claim.
    record Match(PersistentVolumeClaim claim, PersistentVolume volume) {}

    private static final List<Reject> REJECTS = rejects();

    Verdict verdict() {
        return verdict(!boundReached, !unboundServed, !spaceLeft, !volumesExist);
    }

    static Verdict verdict(boolean conflict, boolean unserved, boolean noSpace, boolean noVolume) {
        int wrong =
                (conflict ? 1 : 0) + (unserved ? 2 : 0) + (noSpace ? 4 : 0) + (noVolume ? 8 : 0);
        return wrong == 0 ? Verdict.PASS : REJECTS.get(wrong);
    }

    private static List<Reject> rejects() {
        List<String> reasons =
                List.of(
                        "node(s) didn't match PersistentVolume's node affinity",
                        "node(s) didn't find available persistent volumes to bind",
                        "node(s) did not have enough free storage",
                        "node(s) unavailable due to one or more pvc(s) bound to non-existent"
                                + " pv(s)");
        var rejects = new ArrayList<Reject>();
        for (int wrong = 0; wrong < 1 << reasons.size(); wrong++) {
            var these = new ArrayList<String>();
            for (int i = 0; i < reasons.size(); i++) {
                if ((wrong & 1 << i) != 0) {
                    these.add(reasons.get(i));
                }
            }
            rejects.add(Reject.unresolvable(these.toArray(String[]::new)));
        }
        return rejects;
    }
}
