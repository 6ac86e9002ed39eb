package com.example.elasticquota;

import dev.berth.model.Pod;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.PodChange;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Whether the quotas allow a pod, after the changes of a what-if. The result is the same for all
/// nodes.
final class QuotaFilter implements NodeFilter {
    private final Quotas quotas;
    private final Quota quota;
    private final Amounts requests;

    /// What other namespaces and this one use more or less than now.
    private final Map<String, Amounts> changes;

    /// The pods that are part of the changes. The engine also adds nominated pods to a node, which
    /// must not count twice.
    private final Set<String> counted;

    private final Verdict verdict;

    /// @param changes the usage of nominated pods by namespace
    /// @param counted the UIDs of the nominated pods
    QuotaFilter(
            Quotas quotas,
            Quota quota,
            Amounts requests,
            Map<String, Amounts> changes,
            Set<String> counted) {
        this.quotas = quotas;
        this.quota = quota;
        this.requests = requests;
        this.changes = Map.copyOf(changes);
        this.counted = Set.copyOf(counted);
        this.verdict = check();
    }

    Verdict verdict() {
        return verdict;
    }

    private Verdict check() {
        Amounts mine = usage(quota.namespace()).plus(requests);
        for (String resource : new TreeSet<>(quota.max().resources())) {
            long max = quota.max().orZero(resource);
            if (requests.orZero(resource) > 0 && mine.orZero(resource) > max) {
                return Reject.unschedulable(
                        "ElasticQuota %s: %s %s would be more than max %s"
                                .formatted(
                                        quota.meta().key(),
                                        resource,
                                        Amounts.text(resource, mine.orZero(resource)),
                                        Amounts.text(resource, max)));
            }
        }
        Amounts total = quotas.totalUsed().plus(requests);
        for (String namespace : quotas.namespaces()) {
            total = total.plus(changes.getOrDefault(namespace, Amounts.NONE));
        }
        for (String resource : new TreeSet<>(quotas.managed())) {
            long min = quotas.totalMin().orZero(resource);
            if (requests.orZero(resource) > 0 && total.orZero(resource) > min) {
                return Reject.unschedulable(
                        "ElasticQuotas: %s %s would be more than the total min %s"
                                .formatted(
                                        resource,
                                        Amounts.text(resource, total.orZero(resource)),
                                        Amounts.text(resource, min)));
            }
        }
        return Verdict.PASS;
    }

    private Amounts usage(String namespace) {
        return quotas.used(namespace).plus(changes.getOrDefault(namespace, Amounts.NONE));
    }

    @Override
    public Verdict test(NodeView node) {
        return verdict;
    }

    @Override
    public NodeFilter after(PodChange change) {
        Pod pod = change.pod();
        if (change.added() && counted.contains(pod.uid())) {
            return this;
        }
        var more = new HashMap<>(changes);
        Amounts amounts = Amounts.of(pod);
        Amounts before = more.getOrDefault(pod.namespace(), Amounts.NONE);
        more.put(pod.namespace(), change.added() ? before.plus(amounts) : before.minus(amounts));
        return new QuotaFilter(quotas, quota, requests, more, counted);
    }
}
