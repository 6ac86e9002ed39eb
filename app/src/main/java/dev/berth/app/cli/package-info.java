/// What every command uses: exit codes, failures, output formats, versions.
@NullMarked
package dev.berth.app.cli;

import org.jspecify.annotations.NullMarked;
