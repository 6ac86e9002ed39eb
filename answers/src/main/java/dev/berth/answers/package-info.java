/// The answers below `/berth/v1`, shared by the server, the command line and the dashboard.
///
/// Records whose names end in `Answer` or `Event` are whole documents; the others are parts of
/// them. Within v1, fields are only added, and a decoder ignores fields that it does not know. The
/// JSON schema, the dashboard's TypeScript types and the reference page are generated from these
/// records.
@NullMarked
package dev.berth.answers;

import org.jspecify.annotations.NullMarked;
