// Gates writes the feature gates that kube-scheduler knows, with their stages by version, for FeatureGates: name, then for each stage
// the minor version from which it applies, + on or - off, ! locked, and behind @ the minimum compatibility version that it needs;
// behind < the gates that the gate depends on. With an argument such as 1.36 it writes the gates of this earlier release, which
// berth config diff-version compares with.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	"k8s.io/component-base/version"
	_ "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

const folder = "config/src/main/resources/dev/berth/config/"

const header = `# The feature gates of kube-scheduler %s. Each line has the name and the stages of a gate: the minor version from which the stage
# applies, + on or - off, ! locked, and behind @ the minimum compatibility version that the stage needs. Behind < are the gates
# that the gate depends on. A gate does not exist in versions before its first stage.
# conformance/run gates writes this file.
`

var stages = map[string]string{"ALPHA": "alpha", "BETA": "beta", "": "ga", "DEPRECATED": "deprecated"}

func main() {
	file := "gates.txt"
	if len(os.Args) > 1 {
		file = "gates-" + os.Args[1] + ".txt"
	}
	if err := write(file); err != nil {
		fmt.Fprintln(os.Stderr, "gates:", err)
		os.Exit(2)
	}
}

func write(file string) error {
	out, err := os.Create("../" + folder + file)
	if err != nil {
		return err
	}
	defer out.Close()
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, header, version.DefaultKubeBinaryVersion)
	gates := utilfeature.DefaultMutableFeatureGate.GetAllVersioned()
	needs := utilfeature.DefaultMutableFeatureGate.Dependencies()
	for _, name := range sorted(gates) {
		if name == "AllAlpha" || name == "AllBeta" {
			continue
		}
		fmt.Fprint(w, name)
		for _, spec := range gates[name] {
			fmt.Fprint(w, " ", stage(spec))
		}
		if len(needs[name]) > 0 {
			fmt.Fprint(w, " <")
			for _, need := range needs[name] {
				fmt.Fprint(w, " ", need)
			}
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

func sorted(gates map[featuregate.Feature]featuregate.VersionedSpecs) []featuregate.Feature {
	var names []featuregate.Feature
	for name := range gates {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b featuregate.Feature) int { return strings.Compare(string(a), string(b)) })
	return names
}

func stage(spec featuregate.FeatureSpec) string {
	minor := uint(0)
	if spec.Version != nil {
		minor = spec.Version.Minor()
	}
	text := fmt.Sprintf("%d:%s", minor, stages[string(spec.PreRelease)])
	if spec.Default {
		text += "+"
	} else {
		text += "-"
	}
	if spec.LockToDefault {
		text += "!"
	}
	if spec.MinCompatibilityVersion != nil {
		text += fmt.Sprintf("@%d", spec.MinCompatibilityVersion.Minor())
	}
	return text
}
