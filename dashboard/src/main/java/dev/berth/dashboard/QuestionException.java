package dev.berth.dashboard;

/// A question that gets an error as its answer.
final class QuestionException extends Exception {
    static final int FORBIDDEN = 403;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int CONFLICT = 409;
    static final int UNAVAILABLE = 503;

    private static final long serialVersionUID = 1;

    private final int status;

    /// @param status of the HTTP response
    QuestionException(int status, String message) {
        super(message);
        this.status = status;
    }

    static QuestionException busy() {
        return new QuestionException(
                UNAVAILABLE, "the scheduler has not answered in time: try again");
    }

    int status() {
        return status;
    }

    String message() {
        return String.valueOf(getMessage());
    }
}
