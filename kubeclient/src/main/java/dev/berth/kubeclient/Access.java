package dev.berth.kubeclient;

import dev.berth.kubeclient.http.ServerAddress;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How an API server is reached: where it is, whom to trust, who we are.
///
/// @param serverName the name the server must prove, if it is not the one in its address
/// @param insecure whether any certificate will do
/// @param certificate our own; empty with its key if we have none
/// @param impersonation whom we act for, as headers
public record Access(
        ServerAddress endpoint,
        CredentialSource authority,
        String serverName,
        boolean insecure,
        CredentialSource certificate,
        CredentialSource key,
        Identity identity,
        List<Map.Entry<String, String>> impersonation) {
    public Access {
        impersonation = List.copyOf(impersonation);
    }

    /// How we say who we are, besides a certificate.
    public sealed interface Identity {
        record None() implements Identity {}

        /// A token, perhaps in a file that is renewed.
        record Bearer(CredentialSource token) implements Identity {}

        record Basic(String user, String password) implements Identity {
            @Override
            public String toString() {
                return "Basic[user=" + user + "]";
            }
        }

        /// A program that knows.
        record Exec(ExecPlugin plugin) implements Identity {}
    }

    /// A program that prints who we are.
    ///
    /// @param cluster what it is told of the cluster, if it wants to know
    public record ExecPlugin(
            String command,
            List<String> args,
            Map<String, String> environment,
            String apiVersion,
            String installHint,
            String folder,
            Optional<Json.Obj> cluster) {}
}
