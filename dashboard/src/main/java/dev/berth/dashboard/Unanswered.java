package dev.berth.dashboard;

/// A question that cannot be answered, and why.
final class Unanswered extends Exception {
    static final int FORBIDDEN = 403;
    static final int NO_SUCH_METHOD = 405;
    static final int CONFLICT = 409;
    static final int UNAVAILABLE = 503;

    private static final long serialVersionUID = 1;

    private final int status;

    /// @param status of the answer
    Unanswered(int status, String why) {
        super(why);
        this.status = status;
    }

    static Unanswered busy() {
        return new Unanswered(UNAVAILABLE, "the scheduler has not answered in time: ask again");
    }

    int status() {
        return status;
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
