package dev.berth.serving;

import dev.berth.serving.http.ClientConnection;

import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/// The open connections of a server. Closes connections whose client is too slow, and the oldest
/// unauthenticated ones if there are too many.
///
/// Jetty limits only the time between two bytes, so a client that sends one byte at a time could
/// occupy a connection forever.
final class ClientConnections implements Connection.Listener {
    private static final Duration MAX_INTERVAL = Duration.ofSeconds(1);

    private final ClientLimits limits;
    private final Scheduler scheduler;
    private final LongSupplier nanos;
    private final long intervalNanos;
    private final Map<EndPoint, Client> clients = new ConcurrentHashMap<>();

    ClientConnections(ClientLimits limits, Scheduler scheduler, LongSupplier nanos) {
        this.limits = limits;
        this.scheduler = scheduler;
        this.nanos = nanos;
        this.intervalNanos =
                Math.min(MAX_INTERVAL.toNanos(), limits.headTime().dividedBy(4).toNanos());
    }

    /// A connection with its deadline for the next request.
    final class Client implements ClientConnection {
        private final EndPoint endPoint;
        private final long opened = nanos.getAsLong();
        private final AtomicInteger requests = new AtomicInteger();
        private volatile long deadline = opened + limits.headTime().toNanos();
        private volatile boolean authenticated;

        Client(EndPoint endPoint) {
            this.endPoint = endPoint;
        }

        void requestBegan() {
            requests.incrementAndGet();
        }

        /// After the last request, the client can be idle and then send a new head.
        void requestEnded() {
            deadline = nanos.getAsLong() + limits.idle().plus(limits.headTime()).toNanos();
            requests.decrementAndGet();
        }

        /// Closes the connection unless the task is cancelled, which is when the body is complete.
        Scheduler.Task awaitBody() {
            return scheduler.schedule(
                    endPoint::close, limits.bodyTime().toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void authenticated() {
            authenticated = true;
        }

        private boolean isIdle() {
            return requests.get() == 0;
        }

        private boolean isLate(long now) {
            return isIdle() && deadline - now < 0;
        }
    }

    /// Closes late connections from now on, until the scheduler stops.
    void start() {
        scheduler.schedule(this::closeLate, intervalNanos, TimeUnit.NANOSECONDS);
    }

    private void closeLate() {
        try {
            long now = nanos.getAsLong();
            for (Client client : clients.values()) {
                if (client.isLate(now)) {
                    client.endPoint.close();
                }
            }
            // A connection that is closed while its request begins is entered again.
            clients.keySet().removeIf(endPoint -> !endPoint.isOpen());
        } finally {
            start();
        }
    }

    Client of(Request request) {
        return clientOf(request.getConnectionMetaData().getConnection());
    }

    private Client clientOf(Connection connection) {
        return clients.computeIfAbsent(networkEndPoint(connection), Client::new);
    }

    /// TLS wraps the end point of the network in another one.
    private static EndPoint networkEndPoint(Connection connection) {
        EndPoint endPoint = connection.getEndPoint();
        while (endPoint instanceof EndPoint.Wrapper wrapper) {
            endPoint = wrapper.unwrap();
        }
        return endPoint;
    }

    /// Called for every protocol of a connection: TLS and HTTP have one [Connection] each.
    @Override
    public void onOpened(Connection connection) {
        clientOf(connection);
        if (clients.size() > limits.maxUnauthenticated()) {
            closeOldest();
        }
    }

    private void closeOldest() {
        var unauthenticated =
                clients.values().stream().filter(client -> !client.authenticated).toList();
        if (unauthenticated.size() > limits.maxUnauthenticated()) {
            unauthenticated.stream()
                    .min(
                            Comparator.comparing((Client client) -> !client.isIdle())
                                    .thenComparingLong(client -> client.opened))
                    .ifPresent(client -> client.endPoint.close());
        }
    }

    @Override
    public void onClosed(Connection connection) {
        EndPoint endPoint = networkEndPoint(connection);
        if (!endPoint.isOpen()) {
            clients.remove(endPoint);
        }
    }
}
