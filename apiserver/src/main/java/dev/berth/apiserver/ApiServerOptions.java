package dev.berth.apiserver;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.ServerResponse;

import java.net.InetAddress;
import java.util.concurrent.ThreadFactory;

/// Where the API is served, and what it takes from its surroundings.
///
/// @param port 0 for any that is free
/// @param threads for the one that waits for the first client; virtual ones will do
/// @param beside answers what is below `/berth/` to those who may come in
public record ApiServerOptions(
        InetAddress address,
        int port,
        Clock clock,
        ThreadFactory threads,
        Log log,
        Endpoint beside) {
    /// Where everything is that Kubernetes does not have.
    static final String BESIDE = "/berth/";

    /// On this machine only, on any port, without a log.
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
