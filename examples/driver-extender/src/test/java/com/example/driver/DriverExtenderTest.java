package com.example.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

class DriverExtenderTest {
    private static final String REQUEST =
            """
            {"Pod":{"metadata":{"name":"train","annotations":{"example.com/min-driver":"550"}}},
             "Nodes":{"items":[
               {"metadata":{"name":"old","labels":{"example.com/driver":"535"}}},
               {"metadata":{"name":"new","labels":{"example.com/driver":"570"}}},
               {"metadata":{"name":"bare"}}]},
             "NodeNames":null}
            """;

    private static HttpResponse<String> post(String address, String body)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(address))
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void nodesWithOlderDriversAreRejectedWithAReason() throws Exception {
        try (var extender = new DriverExtender(0)) {
            assertThat(post(extender.address() + "/filter", REQUEST).body())
                    .isEqualTo(
                            "{\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"new\",\"labels\":{\"example.com/driver\":\"570\"}}}]},\"FailedNodes\":{\"old\":\"driver"
                                + " 535 is older than 550\",\"bare\":\"driver 0 is older than"
                                + " 550\"}}");
        }
    }

    @Test
    void theNewestDriverHasTheHighestScore() throws Exception {
        try (var extender = new DriverExtender(0)) {
            assertThat(post(extender.address() + "/prioritize", REQUEST).body())
                    .isEqualTo(
                            "[{\"Host\":\"old\",\"Score\":9},{\"Host\":\"new\",\"Score\":10},{\"Host\":\"bare\",\"Score\":0}]");
        }
    }

    @Test
    void anInvalidRequestIsRejected() throws Exception {
        try (var extender = new DriverExtender(0)) {
            assertThat(post(extender.address() + "/filter", "hello").statusCode()).isEqualTo(400);
        }
    }
}
