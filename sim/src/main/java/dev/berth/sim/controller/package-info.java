/// The controllers of a cluster, small: what makes pods of deployments and jobs, counts budgets,
/// taints nodes and clears away what nobody owns any more.
@NullMarked
package dev.berth.sim.controller;

import org.jspecify.annotations.NullMarked;
