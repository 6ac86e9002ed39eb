//go:build kube136

package main

// noHelp precedes the message of a preemption that does not help.
const noHelp = "no new claims to deallocate, preemption: "

// helped is the message of a preemption with one victim.
func helped(string) string { return "" }

// withVolumes adds the score that VolumeBinding gives to every node of a pod without volumes.
func withVolumes(scores map[string]int64) map[string]int64 { return scores }
