/// The answers below `/berth/v1`: records, their JSON and their sentences.
module dev.berth.answers {
    requires static transitive org.jspecify;
    requires transitive dev.berth.model;

    exports dev.berth.answers;
}
