package dev.berth.app.workload;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.manifest.ManifestException;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Collects the problems of manifests, so that a command reports them all at once.
public final class ManifestProblems implements Consumer<ManifestException> {
    // The position of a problem takes a pass over the file.
    private static final int MAX = 20;

    private final List<String> problems = new ArrayList<>();

    /// @throws Failure with all problems so far if there are too many
    @Override
    public void accept(ManifestException problem) {
        add(String.valueOf(problem.getMessage()));
    }

    /// @throws Failure with all problems so far if there are too many
    public void add(String problem) {
        problems.add(problem);
        if (problems.size() == MAX) {
            problems.add("there may be more problems; fix the first " + MAX + " and try again");
            throwIfAny();
        }
    }

    public boolean isEmpty() {
        return problems.isEmpty();
    }

    /// @throws Failure with a line for each problem
    public void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new Failure(ExitCode.USAGE, String.join("\n", problems));
        }
    }
}
