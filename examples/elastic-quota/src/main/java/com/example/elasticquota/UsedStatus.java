package com.example.elasticquota;

import dev.berth.model.json.Json;
import dev.berth.spi.PluginContext;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Writes `status.used` of the quotas. Changes within a second become one write for each quota. A
/// write that fails is repeated.
final class UsedStatus {
    private static final Duration DELAY = Duration.ofSeconds(1);
    private static final Duration RETRY = Duration.ofSeconds(10);

    private final PluginContext context;
    private final Quotas quotas;
    private final Set<String> changed = new HashSet<>();

    /// The usage that the API server has confirmed, by the UID of the quota. All profiles share it,
    /// and it survives a reload of the configuration.
    private final Map<String, Json.Obj> written;

    private boolean scheduling;
    private boolean waiting;

    UsedStatus(PluginContext context, Quotas quotas, Map<String, Json.Obj> written) {
        this.context = context;
        this.quotas = quotas;
        this.written = written;
    }

    /// This replica schedules pods. A replica on standby must not write.
    void schedules() {
        scheduling = true;
        startTimer();
    }

    void changed(String namespace) {
        changed.add(namespace);
        startTimer();
    }

    /// The quota with this UID was deleted.
    void deleted(String uid) {
        written.remove(uid);
    }

    private void startTimer() {
        if (scheduling && !waiting && !changed.isEmpty()) {
            waiting = true;
            context.runLater(DELAY, this::write);
        }
    }

    private void write() {
        waiting = false;
        for (String namespace : changed) {
            quotas.of(namespace).ifPresent(this::write);
        }
        changed.clear();
    }

    private void write(Quota quota) {
        Amounts used = quotas.used(quota.namespace());
        Json.Obj shown = Json.Obj.EMPTY;
        for (String resource : quota.resources()) {
            shown = shown.with(resource, Amounts.text(resource, used.orZero(resource)));
        }
        String uid = quota.meta().uid();
        if (shown.equals(written.get(uid))) {
            return;
        }
        // Unknown until the response.
        written.remove(uid);
        Json.Obj sent = shown;
        context.submit(
                new Write.MergeStatus(
                        Quota.KIND,
                        quota.namespace(),
                        quota.meta().name(),
                        quota.meta().uid(),
                        Json.Obj.of("status", Json.Obj.of("used", shown))),
                outcome -> ended(quota, sent, outcome));
    }

    private void ended(Quota quota, Json.Obj sent, WriteOutcome outcome) {
        String uid = quota.meta().uid();
        String namespace = quota.namespace();
        if (quotas.of(namespace).filter(now -> now.meta().uid().equals(uid)).isEmpty()) {
            return;
        }
        if (outcome instanceof WriteOutcome.Done) {
            written.put(uid, sent);
        } else {
            context.runLater(RETRY, () -> changed(namespace));
        }
    }
}
