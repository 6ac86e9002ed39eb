/// The controllers of the embedded cluster: a small kube-controller-manager for workloads,
/// disruption budgets, node taints, namespaces and garbage collection.
@NullMarked
package dev.berth.sim.controller;

import org.jspecify.annotations.NullMarked;
