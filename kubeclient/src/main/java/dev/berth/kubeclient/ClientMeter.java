package dev.berth.kubeclient;

/// Told what a client does; any thread may. Times are in nanoseconds.
///
/// Watches count as requests when they begin and are never timed: they last as long as they please.
public interface ClientMeter {
    ClientMeter NONE = new ClientMeter() {};

    /// What a request that got no answer counts as.
    String NO_ANSWER = "<error>";

    /// The head of an answer came, or will not come.
    ///
    /// @param code the status, or [#NO_ANSWER]
    /// @param host with its port, as it was asked for
    default void answered(String method, String host, String code) {}

    /// A request was answered as a whole; retries are part of it.
    default void took(String method, String host, long nanos) {}

    default void sent(String method, String host, long bytes) {}

    default void received(String method, String host, long bytes) {}

    /// A request waited because too many were made before it, or did not have to: then 0.
    default void held(String method, String host, long nanos) {}

    /// A request is made again after this answer.
    default void retried(String method, String host, String code) {}

    /// The address of a host was looked up.
    default void resolved(String host, long nanos) {}

    /// A program was asked for credentials.
    ///
    /// @param code with which it ended
    default void askedProgram(int code, boolean failed) {}

    /// When the credentials that end first do so, in seconds from the epoch; infinite if none do.
    default void credentialsEnd(double epochSeconds) {}

    /// Credentials from a program were replaced at this age.
    default void replacedCertificate(long ageSeconds) {}

    /// A way to a server was wanted; one that was there served, or one had to be made.
    default void connected(boolean reused) {}

    /// How many ways to servers are kept.
    default void connections(int open) {}

    /// Certificates of the authorities were read again.
    ///
    /// @param result `success`, `failure` or `unchanged`
    default void reloadedAuthorities(String result, String reason) {}
}
