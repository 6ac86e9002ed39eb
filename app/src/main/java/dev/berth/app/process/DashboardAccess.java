package dev.berth.app.process;

import dev.berth.dashboard.ListAccess;
import dev.berth.dashboard.QuestionEndpoint;
import dev.berth.dashboard.RequestAuthenticator;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.serving.auth.Authentication;
import dev.berth.serving.auth.AuthenticationResult;
import dev.berth.serving.auth.Authorization;
import dev.berth.serving.auth.Permission;
import dev.berth.serving.auth.User;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.time.Duration;
import java.util.Optional;

/// Authenticates the users of the answers. Users see the names of the pods and nodes that the API
/// server lets them list.
final class DashboardAccess implements RequestAuthenticator {
    private static final int UNAUTHORIZED = 401;

    /// The time without further reviews after an API server that did not respond: a list can span
    /// many namespaces, and each review would wait for the timeout. Until then, names are hidden.
    private static final Duration DEAF = Duration.ofSeconds(5);

    private final Authentication authentication;
    private final Authorization authorization;
    private final Clock clock;
    private final Log log;
    private volatile long unknownUntilNanos = Long.MIN_VALUE;

    DashboardAccess(
            Authentication authentication, Authorization authorization, Clock clock, Log log) {
        this.authentication = authentication;
        this.authorization = authorization;
        this.clock = clock;
        this.log = log;
    }

    @Override
    public Optional<ListAccess> authenticate(ServerRequest call) throws InterruptedException {
        return switch (authentication.proof(call)) {
            case AuthenticationResult.Known(var user)
                    when !user.name().equals(User.ANONYMOUS.name()) ->
                    Optional.of(new Reviewed(user));
            case AuthenticationResult.Known _, AuthenticationResult.None _ -> Optional.empty();
            case AuthenticationResult.Refused(var why) -> {
                log.error(null, "Unable to authenticate the request", "err", why);
                yield Optional.empty();
            }
        };
    }

    ServerResponse answer(ServerRequest call, QuestionEndpoint questions)
            throws InterruptedException {
        Optional<ListAccess> access = authenticate(call);
        return access.isEmpty()
                ? QuestionEndpoint.error(
                        UNAUTHORIZED,
                        "the request has no valid credentials: send a token or a client"
                                + " certificate")
                : questions.answer(call, access.get());
    }

    /// The access of a user. Reviews of the API server are cached for some seconds.
    private final class Reviewed implements ListAccess {
        private final User user;

        Reviewed(User user) {
            this.user = user;
        }

        @Override
        public boolean mayListPods(String namespace) throws InterruptedException {
            return mayList("pods", "") || mayList("pods", namespace);
        }

        @Override
        public boolean mayListNodes() throws InterruptedException {
            return mayList("nodes", "");
        }

        private boolean mayList(String resource, String namespace) throws InterruptedException {
            if (clock.nowNanos() < unknownUntilNanos) {
                return false;
            }
            Permission permission = authorization.mayList(user, resource, namespace);
            if (permission instanceof Permission.Unknown) {
                unknownUntilNanos = clock.nowNanos() + DEAF.toNanos();
            }
            return permission instanceof Permission.Allowed;
        }

        @Override
        public String user() {
            return user.name();
        }
    }
}
