package dev.berth.apiserver;

import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.StatusReason;

/// The errors of requests that concern no object, with the texts of the Kubernetes API server, and
/// of features that the embedded cluster does not support.
final class RequestErrors {
    static final StatusError UNAUTHORIZED =
            new StatusError(StatusReason.UNAUTHORIZED, "Unauthorized");
    static final StatusError NO_SUCH_RESOURCE =
            new StatusError(
                    StatusReason.NOT_FOUND, "the server could not find the requested resource");
    static final StatusError NO_SUCH_METHOD =
            new StatusError(
                    StatusReason.METHOD_NOT_ALLOWED,
                    "the server does not allow this method on the requested resource");
    static final StatusError UNKNOWN_PATCH =
            new StatusError(StatusReason.UNSUPPORTED_MEDIA_TYPE, "415: Unsupported Media Type");
    static final StatusError NO_WEB_SOCKET = notOffered("watching by WebSocket is");
    static final StatusError BROKEN =
            new StatusError(
                    StatusReason.INTERNAL_ERROR,
                    "Internal error occurred: the embedded cluster failed to process the"
                            + " request; see its log");

    private RequestErrors() {}

    static StatusError notAcceptable(String accepted) {
        return new StatusError(
                StatusReason.NOT_ACCEPTABLE,
                "406: Not Acceptable\n\nAvailable representations: " + accepted);
    }

    static StatusError unknownFormat(String accepted) {
        return new StatusError(
                StatusReason.UNSUPPORTED_MEDIA_TYPE,
                "the body of the request was in an unknown format - accepted media types include: "
                        + accepted);
    }

    static StatusError tooLarge(int limit) {
        return new StatusError(
                StatusReason.TOO_LARGE, "Request entity too large: limit is " + limit);
    }

    /// @param what the subject with its verb: `pods/log is`
    static StatusError notOffered(String what) {
        return new StatusError(
                StatusReason.METHOD_NOT_ALLOWED, what + " not offered by the embedded cluster");
    }
}
