package com.example.loadaware;

import java.util.Locale;

/// Which load of a NodeMetric counts.
public enum UsageType {
    AVERAGE,
    P50,
    P90,
    P95,
    P99;

    /// The name of the percentile in a NodeMetric.
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
