package dev.berth.apiserver;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.ServerResponse;

import java.net.InetAddress;
import java.util.concurrent.ThreadFactory;

/// The address and the dependencies of the embedded API server.
///
/// @param port 0 for any free port
/// @param threads creates the thread that waits for the first client; it can be virtual
/// @param beside serves the paths below `/berth/` to authenticated clients
public record ApiServerOptions(
        InetAddress address,
        int port,
        Clock clock,
        ThreadFactory threads,
        Log log,
        Endpoint beside) {
    /// The prefix of the paths that Kubernetes does not have.
    static final String BESIDE = "/berth/";

    /// Listens on the loopback interface, on any free port, without a log.
    public static ApiServerOptions of(Clock clock, ThreadFactory threads) {
        return new ApiServerOptions(
                InetAddress.ofLiteral("127.0.0.1"),
                0,
                clock,
                threads,
                Log.NONE,
                _ -> ServerResponse.notFound());
    }

    public ApiServerOptions at(InetAddress newAddress, int newPort) {
        return new ApiServerOptions(newAddress, newPort, clock, threads, log, beside);
    }

    public ApiServerOptions with(Log newLog) {
        return new ApiServerOptions(address, port, clock, threads, newLog, beside);
    }

    public ApiServerOptions beside(Endpoint newBeside) {
        return new ApiServerOptions(address, port, clock, threads, log, newBeside);
    }
}
