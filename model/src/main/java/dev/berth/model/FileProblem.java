package dev.berth.model;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/// Describes why a file cannot be read or written, in the words of a shell.
public final class FileProblem {
    private FileProblem() {}

    /// @param problem an IOException, or an InvalidPathException
    public static String reason(Exception problem) {
        return switch (problem) {
            case NoSuchFileException _ -> "no such file or directory";
            case AccessDeniedException _ -> "permission denied";
            case CharacterCodingException _ -> "it is not text in UTF-8";
            case InvalidPathException path -> lowered(path.getReason());
            case FileSystemException file when file.getReason() != null ->
                    lowered(file.getReason());
            case FileSystemException file -> file.getClass().getSimpleName();
            default -> {
                String message = problem.getMessage();
                yield message == null ? problem.getClass().getSimpleName() : lowered(message);
            }
        };
    }

    /// Makes the first letter lower case, for use after a colon.
    private static String lowered(String sentence) {
        return sentence.isEmpty()
                ? sentence
                : sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
    }
}
