package dev.berth.engine.cycle;

import dev.berth.engine.profile.Named;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.spi.Hope;
import dev.berth.spi.Nomination;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.Preemption;
import dev.berth.spi.Reject;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Lets the post filters try to make room for a pod that fits nowhere.
public final class PostFilters {
    private final PluginTimes times;

    public PostFilters(PluginTimes times) {
        this.times = times;
    }

    /// What they achieved.
    public record Aftermath(Nomination nomination, Optional<Preemption> preemption) {
        static Aftermath of(Nomination nomination) {
            return new Aftermath(nomination, Optional.empty());
        }
    }

    /// Asks one after the other; their message becomes part of the diagnosis.
    public Aftermath tryToHelp(Attempt attempt, DiagnosisReport diagnosis) {
        List<Named<PostFilter>> plugins = attempt.profile().postFilters();
        if (plugins.isEmpty()) {
            return Aftermath.of(Nomination.CLEAR);
        }
        Nomination nomination = Nomination.KEEP;
        var reasons = new ArrayList<String>();
        for (Named<PostFilter> plugin : plugins) {
            times.mark(plugin.name());
            PostFilterVerdict verdict;
            try {
                verdict =
                        Objects.requireNonNull(
                                plugin.plugin().postFilter(attempt, diagnosis),
                                "a post filter must not return null");
            } catch (RuntimeException | Error problem) {
                times.failed(plugin.name(), "PostFilter");
                // Parity: a post filter that fails does not change the outcome; its text is shown.
                diagnosis.postFilterMessage(PluginFailure.textOf(problem));
                return Aftermath.of(Nomination.KEEP);
            } finally {
                times.unmark();
            }
            switch (verdict) {
                case PostFilterVerdict.Helped(Nomination promised, var preemption) -> {
                    return new Aftermath(promised, preemption);
                }
                case PostFilterVerdict.NoHelp(Reject why, Nomination wanted) -> {
                    if (why.hope() == Hope.NONE) {
                        diagnosis.postFilterMessage(why.message());
                        return Aftermath.of(wanted);
                    }
                    if (wanted instanceof Nomination.Promise) {
                        nomination = wanted;
                    }
                    reasons.addAll(why.reasons());
                }
            }
        }
        diagnosis.postFilterMessage(String.join(", ", reasons));
        return Aftermath.of(nomination);
    }
}
