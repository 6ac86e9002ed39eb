package dev.berth.model;

import java.util.List;

/// A node's reason to turn pods away.
public record Taint(String key, String value, String effect) {
    public static final String NO_SCHEDULE = "NoSchedule";
    public static final String NO_EXECUTE = "NoExecute";
    public static final String PREFER_NO_SCHEDULE = "PreferNoSchedule";

    /// Whether it turns away for good, and does not only ask.
    public boolean forbids() {
        return effect.equals(NO_SCHEDULE) || effect.equals(NO_EXECUTE);
    }

    /// Whether one of these covers it.
    ///
    /// @param comparisons see [Toleration#tolerates(Taint, boolean)]
    public boolean toleratedBy(List<Toleration> tolerations, boolean comparisons) {
        for (Toleration toleration : tolerations) {
            if (toleration.tolerates(this, comparisons)) {
                return true;
            }
        }
        return false;
    }
}
