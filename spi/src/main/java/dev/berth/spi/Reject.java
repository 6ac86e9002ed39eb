package dev.berth.spi;

import java.util.List;

/// A rejection, with the reasons that users read in events and the code that determines what can
/// help the pod (kube-scheduler: `Status`).
///
/// Use constants where possible, because filters return the same rejection for many nodes.
///
/// @param reasons the reasons, in kube-scheduler's style, such as `Insufficient cpu`
public record Reject(List<String> reasons, RejectCode code) implements Verdict, BindVerdict {
    public Reject {
        reasons = List.copyOf(reasons);
    }

    /// A rejection that the eviction of other pods can resolve.
    public static Reject unschedulable(String... reasons) {
        return new Reject(List.of(reasons), RejectCode.UNSCHEDULABLE);
    }

    /// A rejection that the eviction of other pods cannot resolve.
    public static Reject unresolvable(String... reasons) {
        return new Reject(List.of(reasons), RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE);
    }

    /// A rejection until an expected event occurs.
    public static Reject pending(String... reasons) {
        return new Reject(List.of(reasons), RejectCode.PENDING);
    }

    @Override
    public boolean equals(Object other) {
        // Most comparisons are between identical constants.
        return this == other
                || other instanceof Reject that
                        && code == that.code
                        && reasons.equals(that.reasons);
    }

    @Override
    public int hashCode() {
        return 31 * reasons.hashCode() + code.hashCode();
    }

    /// The reasons, separated by commas.
    public String message() {
        return String.join(", ", reasons);
    }
}
