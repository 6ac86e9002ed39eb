package dev.berth.observe.log;

/// The source position of a log call. It is only computed for lines that are written.
///
/// @param folder the last part of the package
/// @param position for example `AttemptRunner.java:42`
record Caller(String folder, String position) {
    private static final Caller UNKNOWN = new Caller("", "unknown:1");
    private static final StackWalker WALKER = StackWalker.getInstance();

    static Caller find() {
        return WALKER.walk(frames ->
                frames.filter(frame -> !isLogging(frame.getClassName()))
                        .findFirst()
                        .map(frame -> of(frame))
                        .orElse(UNKNOWN));
    }

    private static boolean isLogging(String name) {
        return name.startsWith("dev.berth.observe.log.") && !name.endsWith("Test")
                || name.startsWith("dev.berth.observe.slf4j.") && !name.endsWith("Test")
                || name.startsWith("org.slf4j.")
                || name.equals("dev.berth.engine.port.Log");
    }

    private static Caller of(StackWalker.StackFrame frame) {
        String type = frame.getClassName();
        int end = type.lastIndexOf('.');
        String folder = end < 0 ? "" : type.substring(type.lastIndexOf('.', end - 1) + 1, end);
        String file = frame.getFileName();
        String name = file == null ? type.substring(end + 1) : file;
        return new Caller(folder, name + ":" + Math.max(1, frame.getLineNumber()));
    }
}
