package dev.berth.kubeclient.http;

/// A check that a request passes immediately before its first byte is sent.
public interface SendGuard {
    /// Allows all requests.
    SendGuard FREE =
            new SendGuard() {
                @Override
                public void enter() {}

                @Override
                public void leave() {}
            };

    /// @throws NotSentException if the request must not be sent now
    void enter() throws NotSentException;

    /// The exchange of the request has ended, with or without a response.
    void leave();
}
