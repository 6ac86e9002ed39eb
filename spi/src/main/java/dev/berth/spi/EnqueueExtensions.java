package dev.berth.spi;

/// Says which events may help pods that this plugin rejected. A plugin without it is asked to try
/// again at every event.
public interface EnqueueExtensions extends Plugin {
    void eventsToRegister(QueueingHints hints);
}
