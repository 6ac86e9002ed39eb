package dev.berth.kubeclient;

import dev.berth.kubeclient.http.ServerAddress;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The access to an API server: its address, the trusted certificate authorities, and the
/// credentials. client-go: `rest.Config`.
///
/// @param serverName the name that the certificate of the server must have, if it differs from the
///   host in the address
/// @param insecure whether to accept any server certificate
/// @param certificate the client certificate; empty, like its key, if there is none
/// @param impersonation the impersonation headers
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

    /// The credentials other than a client certificate.
    public sealed interface Identity {
        record None() implements Identity {}

        /// A token, possibly in a file that is rotated.
        record Bearer(CredentialSource token) implements Identity {}

        record Basic(String user, String password) implements Identity {
            @Override
            public String toString() {
                return "Basic[user=" + user + "]";
            }
        }

        /// An exec plugin.
        record Exec(ExecPlugin plugin) implements Identity {}
    }

    /// A program that prints credentials (`client.authentication.k8s.io`).
    ///
    /// @param cluster the cluster information for the program, if the kubeconfig requests it
    public record ExecPlugin(
            String command,
            List<String> args,
            Map<String, String> environment,
            String apiVersion,
            String installHint,
            String folder,
            Optional<Json.Obj> cluster) {}
}
