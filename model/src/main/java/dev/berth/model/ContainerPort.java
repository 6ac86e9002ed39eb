package dev.berth.model;

/// A port a container opens; only those with a host port matter to scheduling.
public record ContainerPort(String hostIp, int hostPort, String protocol, int containerPort) {}
