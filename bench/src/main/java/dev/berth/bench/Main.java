package dev.berth.bench;

/// Where `berth bench` starts.
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.out.println("no workloads yet");
    }
}
