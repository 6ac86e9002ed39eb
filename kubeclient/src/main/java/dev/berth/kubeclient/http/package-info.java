/// HTTP/1.1 over sockets: connections that are kept, requests in one write, bodies read as they
/// come. Why not the JDK's client: `docs/adr/0014-own-http-client.md`.
@NullMarked
package dev.berth.kubeclient.http;

import org.jspecify.annotations.NullMarked;
