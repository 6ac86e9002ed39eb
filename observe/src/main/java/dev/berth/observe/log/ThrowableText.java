package dev.berth.observe.log;

import java.io.PrintWriter;
import java.io.StringWriter;

/// What went wrong, as a line shows it.
final class ThrowableText {
    private ThrowableText() {}

    /// The message, or what it is where there is none. A bug of ours comes with its stack: nobody
    /// can make it happen again to look.
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
