package dev.berth.engine.profile;

import dev.berth.spi.Bind;
import dev.berth.spi.BindVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.PostBind;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFlight;
import dev.berth.spi.UnknownOutcomeException;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;

import java.util.Optional;

/// The part of [PluginRunner] for the binding cycle, on any thread. The callers measure the time,
/// because the clock readings of the scheduling thread belong to that thread.
public final class BindingPluginRunner {
    private final PluginFailures failures;

    BindingPluginRunner(PluginFailures failures) {
        this.failures = failures;
    }

    public PreFlight preFlight(NamedPlugin<PreBind> plugin, Placement placement) {
        try {
            return PluginFailure.required(plugin.plugin().preFlight(placement));
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.PRE_BIND_PRE_FLIGHT, plugin.name(), problem);
        }
    }

    public Verdict preBind(NamedPlugin<PreBind> plugin, Placement placement)
            throws InterruptedException {
        try {
            return PluginFailure.required(plugin.plugin().preBind(placement));
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception | Error problem) {
            throw PluginFailure.of(PluginCall.PRE_BIND, plugin.name(), problem);
        }
    }

    /// @throws UnknownOutcomeException if the plugin does not know whether the pod is bound
    public BindVerdict bind(NamedPlugin<Bind> plugin, Placement placement)
            throws UnknownOutcomeException {
        try {
            return PluginFailure.required(plugin.plugin().bind(placement));
        } catch (UnknownOutcomeException unknown) {
            throw unknown;
        } catch (Exception | Error problem) {
            throw PluginFailure.of(PluginCall.BIND, plugin.name(), problem);
        }
    }

    public Optional<Write> bindingWrite(NamedPlugin<Bind> plugin, Placement placement) {
        try {
            return PluginFailure.required(plugin.plugin().bindingWrite(placement));
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.BIND, plugin.name(), problem);
        }
    }

    /// Runs PostBind; true if it succeeds.
    public boolean postBind(NamedPlugin<PostBind> plugin, Placement placement) {
        try {
            plugin.plugin().postBind(placement);
            return true;
        } catch (RuntimeException | Error problem) {
            failures.post(
                    PluginFailure.of(PluginCall.POST_BIND, plugin.name(), problem),
                    placement.pod());
            return false;
        }
    }
}
