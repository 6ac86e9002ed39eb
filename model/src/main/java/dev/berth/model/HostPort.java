package dev.berth.model;

import java.util.ArrayList;
import java.util.List;

/// A port of the host that a container opens: address, protocol and number.
///
/// Addresses are compared as texts; only `0.0.0.0` stands for all others.
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

    /// Stands for every address.
    public boolean onAnyAddress() {
        return address.equals(ANY_ADDRESS);
    }

    /// Whether both cannot be open on one node.
    public boolean conflicts(HostPort other) {
        return port == other.port
                && protocol.equals(other.protocol)
                && (onAnyAddress() || other.onAnyAddress() || address.equals(other.address));
    }
}
