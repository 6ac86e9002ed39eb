package dev.berth.serving.auth;

import dev.berth.engine.port.Log;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;
import dev.berth.serving.http.StatusResponses;

/// Passes authenticated and authorized requests on to another endpoint.
public final class AuthorizedEndpoint implements Endpoint {
    private final Authentication authentication;
    private final Authorization authorization;
    private final Endpoint behind;
    private final Log log;

    public AuthorizedEndpoint(
            Authentication authentication, Authorization authorization, Endpoint behind, Log log) {
        this.authentication = authentication;
        this.authorization = authorization;
        this.behind = behind;
        this.log = log;
    }

    @Override
    public ServerResponse answer(ServerRequest call) throws InterruptedException {
        return switch (authentication.proof(call)) {
            case AuthenticationResult.Known(var user) -> answer(call, user);
            case AuthenticationResult.Refused(var why) -> {
                log.error(null, "Unable to authenticate the request", "err", why);
                yield StatusResponses.unauthorized(call);
            }
            case AuthenticationResult.None _ -> StatusResponses.unauthorized(call);
        };
    }

    private ServerResponse answer(ServerRequest call, User user) throws InterruptedException {
        return switch (authorization.permission(user, call)) {
            case Permission.Allowed _ -> behind.answer(call);
            case Permission.Forbidden(var reason) -> {
                log.info(4, "Forbidden", "URI", call.target(), "reason", reason);
                yield StatusResponses.forbidden(call, user.name(), reason);
            }
            case Permission.Unknown(var problem) -> StatusResponses.internalError(call, problem);
        };
    }
}
