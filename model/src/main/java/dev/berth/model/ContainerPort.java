package dev.berth.model;

/// A port of a container. Scheduling reads only ports with a host port.
public record ContainerPort(String hostIp, int hostPort, String protocol, int containerPort) {}
