package dev.berth.sim;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Store;
import dev.berth.engine.VirtualClock;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.link.ClusterLink;
import dev.berth.sim.time.TimerQueue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// A cluster on virtual time, which tests advance. The same seed gives the same run.
///
/// ```java
/// var cluster = new VirtualCluster(7);
/// var link = cluster.link();
/// var engine = Engine.builder().api(link).clock(cluster.clock()).profile(profile).build();
/// link.deliverTo(engine::post);
/// cluster.join(Actor.of(engine::turn, engine::dueNanos));
/// cluster.create(node);
/// cluster.create(pod);
/// cluster.advance(Duration.ofSeconds(10));
/// ```
public final class VirtualCluster {
    private static final int A_STEP = 1_024;
    // No test has this many steps at one point in time, so this is an endless loop.
    private static final int TOO_MANY_STEPS = 10_000_000;

    private final VirtualClock clock = VirtualClock.atEpoch();
    private final TimerQueue timeline = new TimerQueue(clock);
    private final SimCluster cluster;
    private final List<Actor> actors = new ArrayList<>();

    public VirtualCluster(long seed) {
        this.cluster = new SimCluster(clock, timeline, seed, () -> {});
        actors.add(() -> cluster.pump(A_STEP));
    }

    /// Adds the controllers, see [SimCluster#controlled].
    public VirtualCluster controlled(Log log) {
        cluster.controlled(log);
        return this;
    }

    public VirtualClock clock() {
        return clock;
    }

    public TimerQueue timeline() {
        return timeline;
    }

    public SimCluster cluster() {
        return cluster;
    }

    public Store store() {
        return cluster.store();
    }

    /// Creates an object, including its status.
    ///
    /// @throws IllegalStateException if the control plane rejects the object
    public ObjectVersion create(Json.Obj object) {
        return cluster.create(object);
    }

    /// Connects a scheduler. After `deliverTo`, the link delivers messages whenever this cluster
    /// settles or advances.
    public ClusterLink link(Kind... more) {
        ClusterLink link = cluster.link(more);
        join(() -> link.pump(A_STEP));
        return link;
    }

    /// Adds an actor, which runs after the existing actors in each round.
    public VirtualCluster join(Actor actor) {
        actors.add(actor);
        return this;
    }

    /// Runs all timers and actors until none has work to do at the current time. Returns the amount
    /// of work done.
    public int settle() {
        int done = 0;
        int now;
        do {
            now = timeline.fire();
            for (Actor actor : actors) {
                now += actor.runOnce();
            }
            done += now;
            if (done > TOO_MANY_STEPS) {
                throw new IllegalStateException(
                        "the cluster does not settle at "
                                + clock.nowNanos()
                                + " after "
                                + done
                                + " steps");
            }
        } while (now > 0);
        return done;
    }

    /// Advances the clock by `time`, and settles at each point in time at which work is due.
    public void advance(Duration time) {
        long end = clock.nowNanos() + time.toNanos();
        settle();
        for (long next = dueNanos(); next <= end; next = dueNanos()) {
            clock.advanceTo(Math.max(next, clock.nowNanos()));
            settle();
        }
        clock.advanceTo(end);
    }

    /// Advances the clock until the condition is true. Returns false if it is not true after
    /// `within`.
    public boolean advanceUntil(BooleanSupplier so, Duration within) {
        long end = clock.nowNanos() + within.toNanos();
        settle();
        while (!so.getAsBoolean()) {
            long next = dueNanos();
            if (next > end) {
                clock.advanceTo(end);
                return false;
            }
            clock.advanceTo(Math.max(next, clock.nowNanos()));
            settle();
        }
        return true;
    }

    /// The time at which work is due next; `Long.MAX_VALUE` if none is.
    public long dueNanos() {
        long due = timeline.nextNanos().orElse(Long.MAX_VALUE);
        for (Actor actor : actors) {
            due = Math.min(due, actor.dueNanos());
        }
        return due;
    }
}
