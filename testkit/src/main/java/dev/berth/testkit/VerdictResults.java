package dev.berth.testkit;

import dev.berth.spi.Reject;
import dev.berth.spi.RejectCode;
import dev.berth.spi.Verdict;

import java.util.List;

/// The verdict of a plugin on a pod. The methods assert it.
public final class VerdictResults {
    private final PluginCalls calls;
    private final String subject;
    private final Verdict verdict;

    VerdictResults(PluginCalls calls, String subject, Verdict verdict) {
        this.calls = calls;
        this.subject = subject;
        this.verdict = verdict;
    }

    public VerdictResults passes() {
        calls.require(verdict instanceof Verdict.Pass, subject + " was rejected: " + verdict);
        return this;
    }

    /// Asserts that the plugin rejects the pod for exactly these reasons.
    public VerdictResults rejects(String... reasons) {
        calls.require(
                verdict instanceof Reject reject && reject.reasons().equals(List.of(reasons)),
                verdict instanceof Reject reject
                        ? "%s was rejected for %s, not for %s"
                                .formatted(subject, reject, List.of(reasons))
                        : subject + " passed");
        return this;
    }

    /// As [#rejects], also with this code.
    public VerdictResults rejects(RejectCode code, String... reasons) {
        rejects(reasons);
        calls.require(
                verdict instanceof Reject reject && reject.code() == code,
                "%s was not rejected as %s: %s".formatted(subject, code, verdict));
        return this;
    }

    public Verdict verdict() {
        return verdict;
    }
}
