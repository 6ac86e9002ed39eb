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

// contest is one workload at one size, for all schedulers alike.
type contest struct {
	workload          string
	nodes, init, pods int // negative keeps the workload's own
}

// runBench measures several schedulers one after another, each on a fresh control plane, and compares them.
func runBench(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	base := planeFlags(flags)
	subject := flags.String("subject", "", "the scheduler in question, a command as for run --scheduler")
	others := flags.String("others", "kube,blind-events", "whom to compare it with, separated by commas")
	names := flags.String("workloads", "basic,spread,podaffinity,podantiaffinity,preemption", "separated by commas")
	nodes := flags.Int("nodes", 2000, "number of nodes")
	init := flags.Int("init", -1, "number of pods bound beforehand; the workload's own unless told, 8000 for preemption")
	pods := flags.Int("pods", 10000, "number of measured pods; at most 1500 for podantiaffinity and 2000 for preemption")
	rounds := flags.Int("rounds", 1, "how often everything is measured")
	wait := flags.Duration("wait", 10*time.Minute, "longest measurement")
	flags.Parse(args)
	if *subject == "" {
		return fmt.Errorf("--subject names the scheduler in question")
	}
	var reports []*report
	for _, name := range strings.Split(*names, ",") {
		c, err := contestOf(name, *nodes, *init, *pods)
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

func contestOf(name string, nodes, init, pods int) (contest, error) {
	if _, ok := workloads[name]; !ok {
		return contest{}, fmt.Errorf("no workload %q; there are %s", name, strings.Join(workloadNames(), ", "))
	}
	switch name {
	case "podantiaffinity":
		pods = min(pods, 1500) // one to a node
	case "preemption":
		pods = min(pods, 2000)
		if init < 0 {
			init = 4 * nodes // four fill a node
		}
	}
	return contest{name, nodes, init, pods}, nil
}

func (c contest) measure(ctx context.Context, base planeOptions, scheduler string, wait time.Duration) (*report, error) {
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

// table prints what matters side by side.
func table(out io.Writer, reports []*report) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "workload\tscheduler\tbound\tpods/s\ttold/s\tfirst s\tlast s\tlast event s\tcpu s/1000\tapiserver\tetcd\tpeak MiB\tbroken\t")
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
