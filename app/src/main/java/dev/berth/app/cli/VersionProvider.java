package dev.berth.app.cli;

import picocli.CommandLine.IVersionProvider;

/// Prints the versions for `--version`.
public final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {Versions.read().text()};
    }
}
