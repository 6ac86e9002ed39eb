/// HTTP/1.1 over sockets: persistent connections, one write per request, streamed bodies.
/// `docs/adr/0014-own-http-client.md` states why the JDK's client is not used.
@NullMarked
package dev.berth.kubeclient.http;

import org.jspecify.annotations.NullMarked;
