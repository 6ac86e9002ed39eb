package dev.berth.app.flags;

import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoLists;
import dev.berth.app.pflag.GoTypes;
import dev.berth.config.FeatureGates;
import dev.berth.serving.auth.AuthenticationOptions;
import dev.berth.serving.auth.AuthenticationOptions.RequestHeader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The flags for the authentication of clients.
public final class AuthenticationFlags {
    private static final String GROUP = "authentication";

    private static final Flag<String> KUBECONFIG =
            new Flag<>(
                    GROUP,
                    "authentication-kubeconfig",
                    GoTypes.STRING,
                    "",
                    "kubeconfig of the API server that reviews tokens and provides the client"
                            + " certificate authorities of the cluster; without it, tokens are not"
                            + " accepted");
    private static final Flag<Boolean> SKIP =
            new Flag<>(
                    GROUP,
                    "authentication-skip-lookup",
                    GoTypes.BOOL,
                    false,
                    "do not read the client certificate authorities from the cluster");
    private static final Flag<Duration> TTL =
            new Flag<>(
                    GROUP,
                    "authentication-token-webhook-cache-ttl",
                    GoTypes.DURATION,
                    AuthenticationOptions.DEFAULT.tokenCacheTtl(),
                    "time for which the result of a token review is cached");
    private static final Flag<Boolean> TOLERATE =
            new Flag<>(
                    GROUP,
                    "authentication-tolerate-lookup-failure",
                    GoTypes.BOOL,
                    true,
                    "start even if the client certificate authorities cannot be read from the"
                            + " cluster");
    private static final Flag<String> CLIENT_CA =
            new Flag<>(
                    GROUP,
                    "client-ca-file",
                    GoTypes.STRING,
                    "",
                    "file with the certificate authorities for client certificates (default: read"
                            + " from the cluster)");
    private static final Flag<String> PROXY_CA =
            new Flag<>(
                    GROUP,
                    "requestheader-client-ca-file",
                    GoTypes.STRING,
                    "",
                    "file with the certificate authorities for the certificates of authenticating"
                            + " proxies (default: read from the cluster)");
    private static final Flag<List<String>> NAMES =
            names(
                    "requestheader-allowed-names",
                    List.of(),
                    "common names that certificates of authenticating proxies may have; empty"
                            + " allows any name");
    private static final Flag<List<String>> USERS =
            names(
                    "requestheader-username-headers",
                    RequestHeader.DEFAULT.usernameHeaders(),
                    "request headers with the name of the user");
    private static final Flag<List<String>> UIDS =
            names(
                    "requestheader-uid-headers",
                    List.of(),
                    "request headers with the UID of the user");
    private static final Flag<List<String>> GROUPS =
            names(
                    "requestheader-group-headers",
                    RequestHeader.DEFAULT.groupHeaders(),
                    "request headers with the groups of the user");
    private static final Flag<List<String>> EXTRAS =
            names(
                    "requestheader-extra-headers-prefix",
                    RequestHeader.DEFAULT.extraPrefixes(),
                    "prefixes of request headers with extra information about the user");

    static final List<Flag<?>> ALL =
            List.of(
                    KUBECONFIG,
                    SKIP,
                    TTL,
                    TOLERATE,
                    CLIENT_CA,
                    PROXY_CA,
                    NAMES,
                    USERS,
                    UIDS,
                    GROUPS,
                    EXTRAS);

    private AuthenticationFlags() {}

    private static Flag<List<String>> names(String name, List<String> byDefault, String help) {
        return new Flag<>(GROUP, name, GoLists.STRINGS, byDefault, help);
    }

    public static AuthenticationOptions options(FlagValues values) {
        return new AuthenticationOptions(
                values.get(KUBECONFIG),
                values.get(SKIP),
                values.get(TOLERATE),
                values.get(TTL),
                values.get(CLIENT_CA),
                new RequestHeader(
                        values.get(PROXY_CA),
                        values.get(NAMES),
                        values.get(USERS),
                        values.get(UIDS),
                        values.get(GROUPS),
                        values.get(EXTRAS)));
    }

    public static List<String> problems(FlagValues values, FeatureGates gates) {
        var problems = new ArrayList<String>();
        for (Flag<List<String>> flag : List.of(USERS, GROUPS, EXTRAS, NAMES)) {
            checkBlank(flag, values, problems);
        }
        if (gates.on("RemoteRequestHeaderUID")) {
            checkBlank(UIDS, values, problems);
        } else if (!values.get(UIDS).isEmpty()) {
            problems.add(
                    "--requestheader-uid-headers requires the \"RemoteRequestHeaderUID\" feature to"
                            + " be enabled");
        }
        return problems;
    }

    private static void checkBlank(
            Flag<List<String>> flag, FlagValues values, List<String> problems) {
        if (values.get(flag).stream().anyMatch(String::isBlank)) {
            problems.add("empty value in \"%s\"".formatted(flag.name()));
        }
    }

    /// Warnings about values that are valid but probably not intended.
    public static List<String> warnings(FlagValues values) {
        var warnings = new ArrayList<String>();
        warn(USERS, "X-Remote-User header", values, warnings);
        warn(GROUPS, "X-Remote-Group header", values, warnings);
        warn(EXTRAS, "X-Remote-Extra- header prefix", values, warnings);
        return warnings;
    }

    private static void warn(
            Flag<List<String>> flag, String standard, FlagValues values, List<String> warnings) {
        List<String> given = values.get(flag);
        String name = standard.substring(0, standard.indexOf(' '));
        if (!given.isEmpty() && given.stream().noneMatch(name::equalsIgnoreCase)) {
            warnings.add(
                    "--%s is set without specifying the standard %s - API aggregation will not work"
                            .formatted(flag.name(), standard));
        }
    }
}
