package com.example.elasticquota;

import dev.berth.model.json.Json;
import dev.berth.spi.PluginContext;
import dev.berth.spi.Write;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Writes `status.used` of the quotas. Changes within a second become one write for each quota.
final class UsedStatus {
    private static final Duration DELAY = Duration.ofSeconds(1);

    private final PluginContext context;
    private final Quotas quotas;
    private final Set<String> changed = new HashSet<>();
    private final Map<String, Json.Obj> written = new HashMap<>();
    private boolean scheduling;
    private boolean waiting;

    UsedStatus(PluginContext context, Quotas quotas) {
        this.context = context;
        this.quotas = quotas;
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
        if (shown.equals(written.put(quota.meta().uid(), shown))) {
            return;
        }
        context.submit(
                new Write.MergeStatus(
                        Quota.KIND,
                        quota.namespace(),
                        quota.meta().name(),
                        quota.meta().uid(),
                        Json.Obj.of("status", Json.Obj.of("used", shown))),
                outcome -> {});
    }
}
