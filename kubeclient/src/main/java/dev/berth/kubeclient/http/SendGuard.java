package dev.berth.kubeclient.http;

/// What a request passes at the last moment, when nothing stands between it and the wire any more.
public interface SendGuard {
    /// Lets everything through.
    SendGuard FREE =
            new SendGuard() {
                @Override
                public void enter() {}

                @Override
                public void leave() {}
            };

    /// @throws NotSentException if the request must not be sent now
    void enter() throws NotSentException;

    /// The request has been answered, or will not be.
    void leave();
}
