package dev.berth.engine.view;

import dev.berth.spi.RejectionDetails;

/// A rejection with its facts.
public record ExplainedRejection(Decision.RejectedNodes why, RejectionDetails details) {}
