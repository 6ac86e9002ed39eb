package dev.berth.app.client;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Names pods: by namespace and name, or by name in the namespace of the context.
public final class PodOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NS",
            description =
                    "namespace of a pod that is given as NAME (default: the namespace of the"
                            + " context)")
    private String namespace = "";

    /// @param namespace empty for none
    public record Key(String namespace, String name) {}

    public Key key(String pod, AskOptions asking) {
        String[] parts = pod.split("/", -1);
        boolean whole = parts.length == 2;
        if (parts.length > 2 || parts[0].isEmpty() || whole && parts[1].isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'%s' is not the name of a pod; use NAMESPACE/NAME, or NAME with -n NAMESPACE"
                            .formatted(pod));
        }
        if (!whole) {
            return new Key(namespace.isEmpty() ? asking.namespace() : namespace, parts[0]);
        }
        if (!namespace.isEmpty() && !namespace.equals(parts[0])) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'%s' is not in namespace %s; remove -n".formatted(pod, namespace));
        }
        return new Key(parts[0], parts[1]);
    }
}
