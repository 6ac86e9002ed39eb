package dev.berth.testkit;

import dev.berth.spi.Bind;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Permit;
import dev.berth.spi.Plugin;
import dev.berth.spi.PostBind;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.QueueSort;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.StateObserver;

import java.util.EnumSet;
import java.util.Set;

/// What a plugin can implement and a test can run, with the method of the tester that runs it.
enum TestedPoint {
    QUEUE_SORT("QueueSort", QueueSort.class, "queueOrder(pods)"),
    PRE_ENQUEUE("PreEnqueue", PreEnqueue.class, "preEnqueue(pod)"),
    FILTER("Filter", Filter.class, "schedule(pod)"),
    POST_FILTER("PostFilter", PostFilter.class, "postFilter(pod)"),
    SCORE("Score", Score.class, "schedule(pod)"),
    RESERVE("Reserve", Reserve.class, "place(pod, node).reserves()"),
    UNRESERVE("Unreserve", Reserve.class, "place(pod, node).fails()"),
    PERMIT("Permit", Permit.class, "place(pod, node).allows(), waits(...) or denies(...)"),
    PRE_BIND("PreBind", PreBind.class, "place(pod, node).preBinds()"),
    BIND("Bind", Bind.class, "place(pod, node).binds()"),
    POST_BIND("PostBind", PostBind.class, "place(pod, node).postBinds()"),
    QUEUEING_HINTS(
            "EnqueueExtensions",
            EnqueueExtensions.class,
            "unschedulable(pod).requeuedByAdding(object)"),
    STATE_OBSERVER(
            "StateObserver", StateObserver.class, "nodes(...), running(...) or objects(...)"),
    FORGET_ALL("StateObserver.forgetAll", StateObserver.class, "rebuildIndex()"),
    REJECTION_EXPLAINER("RejectionExplainer", RejectionExplainer.class, "explain(pod, node)");

    private final String label;
    private final Class<? extends Plugin> type;
    private final String method;

    TestedPoint(String label, Class<? extends Plugin> type, String method) {
        this.label = label;
        this.type = type;
        this.method = method;
    }

    /// The name in messages, such as `PreEnqueue`.
    String label() {
        return label;
    }

    /// The interface that a plugin implements.
    Class<? extends Plugin> type() {
        return type;
    }

    /// The call of the tester that runs it.
    String method() {
        return method;
    }

    /// What the plugin implements.
    static Set<TestedPoint> of(Plugin plugin) {
        Set<TestedPoint> points = EnumSet.noneOf(TestedPoint.class);
        for (TestedPoint point : values()) {
            if (point.type.isInstance(plugin)) {
                points.add(point);
            }
        }
        return points;
    }
}
