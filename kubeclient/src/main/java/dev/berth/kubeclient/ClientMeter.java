package dev.berth.kubeclient;

/// Receives measurements of a client. Any thread can call it. Times are in nanoseconds.
///
/// A watch counts as a request when it begins. Its duration is never recorded.
public interface ClientMeter {
    ClientMeter NONE = new ClientMeter() {};

    /// The status code of a request without a response.
    String NO_ANSWER = "<error>";

    /// The head of a response arrived, or the request failed.
    ///
    /// @param code the status code, or [#NO_ANSWER]
    /// @param host the host and port of the request
    default void answered(String method, String host, String code) {}

    /// A request was completed, including its retries.
    default void took(String method, String host, long nanos) {}

    default void sent(String method, String host, long bytes) {}

    default void received(String method, String host, long bytes) {}

    /// A request passed the rate limit after this delay, which can be 0.
    default void rateLimited(String method, String host, long nanos) {}

    /// A request is retried after this response.
    default void retried(String method, String host, String code) {}

    /// A host name was resolved.
    default void resolved(String host, long nanos) {}

    /// An exec plugin ran.
    ///
    /// @param code the exit code
    default void execPluginCalled(int code, boolean failed) {}

    /// The earliest expiry of the credentials in seconds since the epoch; infinite if none expires.
    default void credentialsEnd(double epochSeconds) {}

    /// A certificate of an exec plugin was replaced at this age.
    default void replacedCertificate(long ageSeconds) {}

    /// A client requested a transport, which was reused or created.
    default void connected(boolean reused) {}

    /// The number of transports in the cache.
    default void connections(int open) {}

    /// The certificate authorities were reloaded.
    ///
    /// @param result `success`, `failure` or `unchanged`
    default void reloadedAuthorities(String result, String reason) {}
}
