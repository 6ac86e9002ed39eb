package dev.berth.model;

/// What a pod asks for, in each way the scheduler counts it (all rounded to `long` once per pod).
///
/// @param accounting charged to the node it runs on
/// @param nonZeroCpuMillis charged for scoring: containers that ask for no cpu count 100m
/// @param nonZeroMemoryBytes likewise: containers that ask for no memory count 200 MiB
/// @param fit what an incoming pod must find free
/// @param scoring what an incoming pod adds in allocation scores; pod-level requests do not count
/// @param balanced what an incoming pod adds to the balance of resources
public record PodRequests(
        Requests accounting,
        long nonZeroCpuMillis,
        long nonZeroMemoryBytes,
        Requests fit,
        Requests scoring,
        Requests balanced) {}
