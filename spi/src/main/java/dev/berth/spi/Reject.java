package dev.berth.spi;

import java.util.List;

/// No, with the reasons users read and what could still help.
///
/// Make these constants: hot loops hand out millions of references to them.
public record Reject(List<String> reasons, RejectCode code) implements Verdict, BindVerdict {
    public Reject {
        reasons = List.copyOf(reasons);
    }

    /// Evicting other pods might help.
    public static Reject unschedulable(String... reasons) {
        return new Reject(List.of(reasons), RejectCode.UNSCHEDULABLE);
    }

    /// Evicting other pods cannot help.
    public static Reject unresolvable(String... reasons) {
        return new Reject(List.of(reasons), RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE);
    }

    /// Waits for an event that is on its way.
    public static Reject pending(String... reasons) {
        return new Reject(List.of(reasons), RejectCode.PENDING);
    }

    @Override
    public boolean equals(Object other) {
        // Constants are compared far more often than equal values made twice.
        return this == other
                || other instanceof Reject that
                        && code == that.code
                        && reasons.equals(that.reasons);
    }

    @Override
    public int hashCode() {
        return 31 * reasons.hashCode() + code.hashCode();
    }

    public String message() {
        return String.join(", ", reasons);
    }
}
