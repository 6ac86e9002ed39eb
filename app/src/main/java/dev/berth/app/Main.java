package dev.berth.app;

/// Where `berth` starts.
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.out.println("berth");
    }
}
