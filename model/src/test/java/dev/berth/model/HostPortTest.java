package dev.berth.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPortTest {
    @ParameterizedTest
    @CsvSource({
        "'', '', 80, '', TCP, 80, true",
        "'', TCP, 80, '', UDP, 80, false",
        "'', TCP, 80, '', TCP, 81, false",
        "127.0.0.1, TCP, 80, 127.0.0.2, TCP, 80, false",
        "127.0.0.1, TCP, 80, 127.0.0.1, TCP, 80, true",
        "127.0.0.1, TCP, 80, 0.0.0.0, TCP, 80, true",
        "'', TCP, 80, 127.0.0.1, TCP, 80, true",
        "'::', TCP, 80, 127.0.0.1, TCP, 80, false",
        "'::', TCP, 80, 0.0.0.0, TCP, 80, true",
    })
    void portsConflictOnTheSameOrOnAllAddresses(
            String address,
            String protocol,
            int port,
            String other,
            String by,
            int at,
            boolean is) {
        var one = new HostPort(address, protocol, port);
        var two = new HostPort(other, by, at);
        assertThat(one.conflicts(two)).isEqualTo(is);
        assertThat(two.conflicts(one)).isEqualTo(is);
    }
}
