package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"
)

// benchmark is a workload of one size that all schedulers run.
type benchmark struct {
	workload          string
	nodes, init, pods int // negative: the workload's default
}

// runBench measures several schedulers one after another, each on a new control plane, and prints a comparison.
func runBench(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	base := planeFlags(flags)
	subject := flags.String("subject", "", "command of the scheduler under test, with the placeholders of run --scheduler (required)")
	others := flags.String("others", "kube,blind-events", "comma-separated schedulers to compare it with")
	names := flags.String("workloads", "basic,spread,podaffinity,podantiaffinity,preemption", "comma-separated workloads")
	nodes := flags.Int("nodes", 2000, "number of nodes")
	init := flags.Int("init", -1, "number of initial bound pods; -1: that of the workload, or four per node for preemption")
	pods := flags.Int("pods", 10000, "number of measured pods; podantiaffinity uses at most 1500, preemption at most 2000, claims at most the devices")
	rounds := flags.Int("rounds", 1, "number of measurements of each scheduler")
	wait := flags.Duration("wait", 10*time.Minute, "maximum duration of one measurement")
	flags.Parse(args)
	if *subject == "" {
		return fmt.Errorf("--subject is required: the command of the scheduler under test")
	}
	var reports []*report
	for _, name := range strings.Split(*names, ",") {
		c, err := benchmarkOf(name, *nodes, *init, *pods)
		if err != nil {
			return err
		}
		for range *rounds {
			for _, scheduler := range append([]string{*subject}, strings.Split(*others, ",")...) {
				report, err := c.measure(ctx, *base, scheduler, *wait)
				if err != nil {
					return fmt.Errorf("%s with %s: %w", scheduler, name, err)
				}
				printJSON(report)
				reports = append(reports, report)
			}
		}
	}
	table(os.Stderr, reports)
	return nil
}

func benchmarkOf(name string, nodes, init, pods int) (benchmark, error) {
	if _, ok := workloads[name]; !ok {
		return benchmark{}, fmt.Errorf("unknown workload %q; use one of %s", name, strings.Join(workloadNames(), ", "))
	}
	switch name {
	case "podantiaffinity":
		pods = min(pods, 1500) // one pod per node
	case "claims":
		pods = min(pods, nodes*workloads[name].devices)
	case "preemption":
		pods = min(pods, 2000)
		if init < 0 {
			init = 4 * nodes // four pods fill a node
		}
	}
	return benchmark{name, nodes, init, pods}, nil
}

func (c benchmark) measure(ctx context.Context, base planeOptions, scheduler string, wait time.Duration) (*report, error) {
	o := runOptions{planeOptions: &base, command: scheduler, name: c.workload,
		workload: workloads[c.workload].resized(c.nodes, c.init, c.pods), wait: wait, idle: time.Minute,
		events: scheduler != "blind"}
	base.dir = ""
	cleanUp, err := o.ensureDir()
	if err != nil {
		return nil, err
	}
	defer cleanUp()
	return measure(ctx, o)
}

// table prints the main figures of the reports.
func table(out io.Writer, reports []*report) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "workload\tscheduler\tbound\tpods/s\tevents/s\tfirst s\tlast s\tlast event s\tcpu s/1000\tapiserver\tetcd\tpeak MiB\tviolations\t")
	for _, r := range reports {
		name := r.Scheduler
		if strings.Contains(name, " ") {
			name = "subject"
		}
		fmt.Fprintf(w, "%s\t%s\t%d/%d\t%.0f\t%.0f\t%.1f\t%.1f\t%.1f\t%.2f\t%.2f\t%.2f\t%.0f\t%d\t\n", r.Workload, name, r.Bound, r.Pods,
			r.Rate, r.EventRate, r.FirstBind, r.LastBind, r.LastEvent, r.PerThousand["scheduler"], r.PerThousand["apiserver"],
			r.PerThousand["etcd"], r.PeakMiB, r.Broken)
	}
	w.Flush()
}
