package dev.berth.engine.cycle;

import dev.berth.engine.extender.ExtenderRound;
import dev.berth.engine.port.Extender;
import dev.berth.engine.profile.PluginCall;
import dev.berth.engine.profile.PluginFailures;
import dev.berth.model.Pod;

/// Reports the failures of extenders that are called for one pod. Thread-safe.
public record ExtenderFailures(PluginFailures failures, Pod pod)
        implements ExtenderRound.FailureListener {
    @Override
    public void extenderFailed(Extender extender, String verb, Exception problem) {
        failures.postExtender(extender.spec().name(), verb, pod, problem);
    }

    @Override
    public void engineFailed(Throwable bug) {
        failures.postBug(PluginCall.ATTEMPT, pod, bug);
    }
}
