package dev.berth.observe.log;

import java.io.PrintWriter;
import java.io.StringWriter;

/// The text of a throwable in a log line.
final class ThrowableText {
    private ThrowableText() {}

    /// Returns the message, or the class if there is none. Unchecked exceptions are bugs, so their
    /// text is the stack trace.
    static String text(Throwable problem) {
        if (problem instanceof RuntimeException || problem instanceof Error) {
            var stack = new StringWriter();
            problem.printStackTrace(new PrintWriter(stack, true));
            return stack.toString().stripTrailing();
        }
        String message = problem.getMessage();
        return message == null ? problem.toString() : message;
    }
}
