package dev.berth.serving.zpage;

import dev.berth.model.json.Json;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.GoText;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.util.function.Supplier;

/// `/configz`: the configuration in use.
public final class ConfigPage implements Endpoint {
    private final Supplier<Json.Obj> configuration;

    public ConfigPage(Supplier<Json.Obj> configuration) {
        this.configuration = configuration;
    }

    @Override
    public ServerResponse answer(ServerRequest call) {
        Json.Obj all = Json.Obj.of("componentconfig", configuration.get());
        return ServerResponse.of(ServerResponse.OK, "application/json", GoText.escaped(all.text()))
                .unsniffed();
    }
}
