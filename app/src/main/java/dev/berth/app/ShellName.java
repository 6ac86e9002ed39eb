package dev.berth.app;

import picocli.CommandLine.TypeConversionException;

/// The shells that can be told what to complete.
enum ShellName {
    BASH,
    ZSH,
    FISH;

    static ShellName of(String word) {
        return switch (word) {
            case "bash" -> BASH;
            case "zsh" -> ZSH;
            case "fish" -> FISH;
            default ->
                    throw new TypeConversionException(
                            "'" + word + "' is none of bash, zsh and fish");
        };
    }
}
