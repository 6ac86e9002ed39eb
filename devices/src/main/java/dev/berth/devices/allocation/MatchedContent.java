package dev.berth.devices.allocation;

import dev.berth.expression.DeviceInput;

import java.util.IdentityHashMap;

/// The content of devices, with the results of the selectors that were evaluated for it.
public final class MatchedContent {
    private final DeviceInput content;
    private final IdentityHashMap<Selectors.Compiled, Selectors.Result> results =
            new IdentityHashMap<>(4);
    private int devices;

    MatchedContent(DeviceInput content) {
        this.content = content;
    }

    DeviceInput content() {
        return content;
    }

    /// The result of a selector. An evaluation that is interrupted has none.
    ///
    /// @param interruption throws an exception to end the evaluation
    Selectors.Result result(Selectors.Compiled selector, Runnable interruption) {
        Selectors.Result known = results.get(selector);
        if (known == null) {
            known = selector.evaluate(content, interruption);
            results.put(selector, known);
        }
        return known;
    }

    void forgetResults() {
        results.clear();
    }

    /// One more device has this content.
    void retain() {
        devices++;
    }

    /// One device less has this content. Returns whether it was the last one.
    boolean release() {
        return --devices == 0;
    }
}
