package dev.berth.model;

import java.util.List;

/// A taint of a node.
public record Taint(String key, String value, String effect) {
    public static final String NO_SCHEDULE = "NoSchedule";
    public static final String NO_EXECUTE = "NoExecute";
    public static final String PREFER_NO_SCHEDULE = "PreferNoSchedule";

    /// Whether the effect is NoSchedule or NoExecute.
    public boolean forbids() {
        return effect.equals(NO_SCHEDULE) || effect.equals(NO_EXECUTE);
    }

    /// Whether one of the tolerations tolerates this taint.
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
