package dev.berth.engine.cycle;

import dev.berth.engine.extender.Extenders;
import dev.berth.engine.port.Extender;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.model.Pod;
import dev.berth.spi.Nodes;
import dev.berth.spi.Placement;
import dev.berth.spi.PodCycle;
import dev.berth.spi.StateKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One attempt to schedule one pod, as plugins see it.
public final class Attempt implements PodCycle {
    private final QueuedPod queued;
    private final Profile profile;
    private final Pod pod;
    private final Nodes nodes;
    private final String nominatedNodeName;
    private final boolean dryRun;
    private final Extenders extenders;
    private final List<Extender> interestedExtenders;
    private Values values = Values.NONE;
    private @Nullable List<String> activate;
    @Nullable PreparedAttempt prepared;

    /// @param nominatedNodeName the node that the pod is nominated to, or the empty name
    /// @param extenders the extenders of the configuration that the attempt begins with
    public Attempt(
            QueuedPod queued,
            Nodes nodes,
            String nominatedNodeName,
            boolean dryRun,
            Extenders extenders) {
        this.queued = queued;
        this.profile = queued.profile();
        this.pod = queued.pod();
        this.nodes = nodes;
        this.nominatedNodeName = nominatedNodeName;
        this.dryRun = dryRun;
        this.extenders = extenders;
        this.interestedExtenders = extenders.interestedExtendersFor(pod);
    }

    public QueuedPod queued() {
        return queued;
    }

    /// The profile that the attempt begins with. A reload of the configuration does not change it.
    public Profile profile() {
        return profile;
    }

    /// The extenders of the configuration that the attempt begins with.
    public Extenders extenders() {
        return extenders;
    }

    /// The extenders that are interested in the pod.
    public List<Extender> interestedExtenders() {
        return interestedExtenders;
    }

    /// Drops what was computed so far: the cluster may change before the attempt continues, and
    /// then plugins run again.
    public void suspend() {
        prepared = null;
        values = Values.NONE;
    }

    @Override
    public Pod pod() {
        return pod;
    }

    @Override
    public Nodes nodes() {
        return nodes;
    }

    @Override
    public String nominatedNodeName() {
        return nominatedNodeName;
    }

    @Override
    public boolean dryRun() {
        return dryRun;
    }

    @Override
    public <T> Optional<T> get(StateKey<T> key) {
        return values.get(key);
    }

    @Override
    public <T> void put(StateKey<T> key, T value) {
        values = values.with(key, value);
    }

    @Override
    public void activate(String podKey) {
        if (activate == null) {
            activate = new ArrayList<>();
        }
        activate.add(podKey);
    }

    /// The pods to activate, returned once.
    public List<String> takeActivations() {
        List<String> wanted = activate == null ? List.of() : activate;
        activate = null;
        return wanted;
    }

    /// The pod on the node chosen for it, with the cycle state so far.
    public Placement placement(Pod placed) {
        return new Placed(placed, placed.spec().nodeName(), values);
    }

    private record Placed(Pod pod, String node, Values values) implements Placement {
        @Override
        public <T> Optional<T> get(StateKey<T> key) {
            return values.get(key);
        }
    }

    /// The cycle state, newest entry first. It seldom has more than two entries and is immutable,
    /// so that a placement can share it.
    ///
    /// @param value the value as [#get] returns it
    private record Values(@Nullable StateKey<?> key, Optional<?> value, @Nullable Values others) {
        static final Values NONE = new Values(null, Optional.empty(), null);

        @SuppressWarnings("unchecked") // Only values of the type of their key are put.
        <T> Optional<T> get(StateKey<T> wanted) {
            for (Values each = this; each != null; each = each.others) {
                if (wanted.equals(each.key)) {
                    return (Optional<T>) each.value;
                }
            }
            return Optional.empty();
        }

        <T> Values with(StateKey<T> added, T given) {
            boolean known = get(added).isPresent();
            return new Values(
                    added,
                    Optional.of(added.cast(given)),
                    known ? without(added) : key == null ? null : this);
        }

        private @Nullable Values without(StateKey<?> gone) {
            if (gone.equals(key)) {
                return others;
            }
            return new Values(key, value, others == null ? null : others.without(gone));
        }
    }
}
