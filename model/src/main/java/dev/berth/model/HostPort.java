package dev.berth.model;

import java.util.ArrayList;
import java.util.List;

/// A host port of a container: address, protocol and port number.
///
/// Addresses are compared as text; only `0.0.0.0` matches all addresses.
public record HostPort(String address, String protocol, int port) {
    private static final String ANY_ADDRESS = "0.0.0.0";

    public HostPort {
        address = address.isEmpty() ? ANY_ADDRESS : address;
        protocol = protocol.isEmpty() ? "TCP" : protocol;
    }

    static List<HostPort> of(PodTemplate.Parts parts) {
        List<HostPort> opened = List.of();
        for (Container container : parts.initContainers()) {
            if (container.restartable()) {
                opened = withPortsOf(container, opened);
            }
        }
        for (Container container : parts.containers()) {
            opened = withPortsOf(container, opened);
        }
        return List.copyOf(opened);
    }

    private static List<HostPort> withPortsOf(Container container, List<HostPort> opened) {
        List<HostPort> all = opened;
        for (ContainerPort port : container.ports()) {
            if (port.hostPort() > 0) {
                if (all.isEmpty()) {
                    all = new ArrayList<>();
                }
                all.add(new HostPort(port.hostIp(), port.protocol(), port.hostPort()));
            }
        }
        return all;
    }

    /// Whether the address is `0.0.0.0`.
    public boolean onAnyAddress() {
        return address.equals(ANY_ADDRESS);
    }

    /// Whether the two ports cannot be used on the same node.
    public boolean conflicts(HostPort other) {
        return port == other.port
                && protocol.equals(other.protocol)
                && (onAnyAddress() || other.onAnyAddress() || address.equals(other.address));
    }
}
