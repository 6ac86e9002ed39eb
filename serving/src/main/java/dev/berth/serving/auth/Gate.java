package dev.berth.serving.auth;

import dev.berth.engine.port.Log;
import dev.berth.serving.http.Answer;
import dev.berth.serving.http.Call;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.Statuses;

/// Lets only those through who may.
public final class Gate implements Endpoint {
    private final Authentication authentication;
    private final Authorization authorization;
    private final Endpoint behind;
    private final Log log;

    public Gate(
            Authentication authentication, Authorization authorization, Endpoint behind, Log log) {
        this.authentication = authentication;
        this.authorization = authorization;
        this.behind = behind;
        this.log = log;
    }

    @Override
    public Answer answer(Call call) throws InterruptedException {
        return switch (authentication.proof(call)) {
            case Proof.Known(var user) -> answer(call, user);
            case Proof.Refused(var why) -> {
                log.error(null, "Unable to authenticate the request", "err", why);
                yield Statuses.unauthorized(call);
            }
            case Proof.None _ -> Statuses.unauthorized(call);
        };
    }

    private Answer answer(Call call, User user) throws InterruptedException {
        return switch (authorization.permission(user, call)) {
            case Permission.Allowed _ -> behind.answer(call);
            case Permission.Forbidden(var reason) -> {
                log.info(4, "Forbidden", "URI", call.target(), "reason", reason);
                yield Statuses.forbidden(call, user.name(), reason);
            }
            case Permission.Unknown(var problem) -> Statuses.internalError(call, problem);
        };
    }
}
