package dev.berth.engine.binding;

import dev.berth.engine.cycle.DiagnosisReport;
import dev.berth.engine.port.Meter;
import dev.berth.spi.Nomination;
import dev.berth.spi.Reject;

import java.util.Optional;

/// Why an attempt did not bind its pod.
public sealed interface AttemptFailure {
    /// The text of the pod's event and condition; empty if neither is written.
    String message();

    /// What becomes of the pod's nomination.
    Nomination nomination();

    /// The reason of the pod's condition.
    String reason();

    Meter.Status status();

    Meter.Result result();

    /// A plugin or an extender rejected the pod.
    ///
    /// @param diagnosis names the plugins whose events may requeue the pod; if empty, the pod backs
    ///   off
    record Unschedulable(String message, Optional<DiagnosisReport> diagnosis, Nomination nomination)
            implements AttemptFailure {
        @Override
        public String reason() {
            return "Unschedulable";
        }

        @Override
        public Meter.Status status() {
            return Meter.Status.UNSCHEDULABLE;
        }

        @Override
        public Meter.Result result() {
            return Meter.Result.UNSCHEDULABLE;
        }
    }

    /// Something failed: a plugin, an extender, an API call, or the engine itself.
    record Failed(String message) implements AttemptFailure {
        @Override
        public Nomination nomination() {
            return Nomination.CLEAR;
        }

        @Override
        public String reason() {
            return "SchedulerError";
        }

        @Override
        public Meter.Status status() {
            return Meter.Status.ERROR;
        }

        @Override
        public Meter.Result result() {
            return Meter.Result.ERROR;
        }
    }

    /// Reserve or Permit rejected the pod on the chosen node.
    static AttemptFailure rejected(String plugin, Reject why) {
        DiagnosisReport diagnosis = DiagnosisReport.ofOneNode(plugin, why);
        return new Unschedulable(diagnosis.message(), Optional.of(diagnosis), Nomination.CLEAR);
    }

    /// The pod is rejected, and no event of a plugin can help.
    static AttemptFailure unschedulable(String message) {
        return new Unschedulable(message, Optional.empty(), Nomination.CLEAR);
    }
}
