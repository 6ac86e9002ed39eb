package dev.berth.apiserver;

import dev.berth.sim.store.Reason;
import dev.berth.sim.store.Refusal;

/// What is refused before any object is looked at, worded as the Kubernetes API server words it;
/// and what is not offered.
final class Refusals {
    static final Refusal UNAUTHORIZED = new Refusal(Reason.UNAUTHORIZED, "Unauthorized");
    static final Refusal NO_SUCH_RESOURCE =
            new Refusal(Reason.NOT_FOUND, "the server could not find the requested resource");
    static final Refusal NO_SUCH_METHOD =
            new Refusal(
                    Reason.METHOD_NOT_ALLOWED,
                    "the server does not allow this method on the requested resource");
    static final Refusal UNKNOWN_PATCH =
            new Refusal(Reason.UNSUPPORTED_MEDIA_TYPE, "415: Unsupported Media Type");
    static final Refusal NO_WEB_SOCKET = notOffered("watching by WebSocket is");
    static final Refusal BROKEN =
            new Refusal(
                    Reason.INTERNAL_ERROR,
                    "Internal error occurred: this request made the embedded cluster fail; its log"
                            + " says more");

    private Refusals() {}

    static Refusal notAcceptable(String accepted) {
        return new Refusal(
                Reason.NOT_ACCEPTABLE,
                "406: Not Acceptable\n\nAvailable representations: " + accepted);
    }

    static Refusal unknownFormat(String accepted) {
        return new Refusal(
                Reason.UNSUPPORTED_MEDIA_TYPE,
                "the body of the request was in an unknown format - accepted media types include: "
                        + accepted);
    }

    static Refusal tooLarge(int limit) {
        return new Refusal(Reason.TOO_LARGE, "Request entity too large: limit is " + limit);
    }

    /// @param what with its verb: `pods/log is`
    static Refusal notOffered(String what) {
        return new Refusal(
                Reason.METHOD_NOT_ALLOWED, what + " not offered by the embedded cluster");
    }
}
