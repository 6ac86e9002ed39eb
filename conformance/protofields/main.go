// Command protofields writes the field numbers of the protobuf messages that Berth reads and writes. It takes them from the .proto
// files in the Go modules of Kubernetes. It writes Java constants, and a list that a test compares with the constants and with
// JsonMessages.
package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

const (
	constants = "kubeclient/src/main/java/dev/berth/kubeclient/wire/ProtoFields.java"
	list      = "kubeclient/src/test/resources/dev/berth/kubeclient/wire/proto-fields.txt"
	notation  = "kubeclient/src/main/java/dev/berth/kubeclient/wire/JsonMessages.java"
)

// protos are the .proto files, each in its Go module. The first definition of a message counts: the Event of events.k8s.io
// and the ResourceClaim of resource.k8s.io precede those of the core group, and the TypeMeta of the envelope precedes that of metav1.
var protos = []struct{ module, file string }{
	{"k8s.io/api", "events/v1"},
	{"k8s.io/apimachinery", "pkg/runtime"},
	{"k8s.io/api", "resource/v1"},
	{"k8s.io/api", "core/v1"},
	{"k8s.io/api", "apps/v1"},
	{"k8s.io/api", "authentication/v1"},
	{"k8s.io/api", "policy/v1"},
	{"k8s.io/api", "scheduling/v1"},
	{"k8s.io/api", "storage/v1"},
	{"k8s.io/apimachinery", "pkg/api/resource"},
	{"k8s.io/apimachinery", "pkg/apis/meta/v1"},
	{"k8s.io/apimachinery", "pkg/util/intstr"},
}

// read are the messages with their own reader or writer.
var read = []string{
	"Affinity", "Binding", "CSIDriver", "CSIDriverSpec", "CSINode", "CSINodeDriver", "CSINodeSpec", "CSIStorageCapacity", "Container",
	"ContainerPort", "ContainerRestartRule", "ContainerStatus", "Event", "EventSeries", "ExtraValue", "IntOrString", "LabelSelector",
	"LabelSelectorRequirement", "ListMeta", "MicroTime", "Namespace", "Node", "NodeAffinity", "NodeCondition", "NodeSelector",
	"NodeSelectorRequirement", "NodeSelectorTerm", "NodeSpec", "NodeStatus", "ContainerImage", "ObjectMeta", "ObjectReference",
	"OwnerReference", "PersistentVolume", "PersistentVolumeClaim", "PersistentVolumeClaimSpec", "PersistentVolumeClaimStatus",
	"PersistentVolumeSpec", "PersistentVolumeStatus", "Pod", "PodAffinity", "PodAffinityTerm", "PodAntiAffinity", "PodCondition",
	"PodDisruptionBudget", "PodDisruptionBudgetSpec", "PodDisruptionBudgetStatus", "PodList", "PodResourceClaim",
	"PodSchedulingGate", "PodSchedulingGroup", "PodSpec", "PodStatus", "PreferredSchedulingTerm", "PriorityClass", "Quantity",
	"RawExtension", "ReplicaSet", "ReplicaSetSpec", "ReplicationController", "ReplicationControllerSpec", "ResourceRequirements",
	"Service", "ServiceSpec", "StatefulSet", "StatefulSetSpec", "Status", "StorageClass", "Taint", "Timestamp", "Toleration",
	"TopologySelectorLabelRequirement", "TopologySelectorTerm", "TopologySpreadConstraint", "TypeMeta", "Unknown", "Volume",
	"VolumeAttachment", "VolumeAttachmentSource", "VolumeAttachmentSpec", "VolumeNodeAffinity", "VolumeNodeResources",
	"VolumeResourceRequirements", "WatchEvent", "WeightedPodAffinityTerm",
}

type field struct {
	name   string
	number string
}

func main() {
	root, err := filepath.Abs("..")
	if err != nil {
		panic(err)
	}
	files, err := generate(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "protofields:", err)
		os.Exit(2)
	}
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "protofields:", err)
			os.Exit(2)
		}
	}
}

// generate returns the text of each generated file.
func generate(root string) (map[string]string, error) {
	messages := map[string][]field{}
	version := ""
	for _, proto := range protos {
		out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}} {{.Version}}", proto.module).Output()
		if err != nil {
			return nil, fmt.Errorf("cannot find the Go module %s: %w", proto.module, err)
		}
		dir, moduleVersion, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
		version = moduleVersion
		if err := parse(filepath.Join(dir, proto.file, "generated.proto"), messages); err != nil {
			return nil, err
		}
	}
	shown, err := converted(root)
	if err != nil {
		return nil, err
	}
	all := slices.Compact(slices.Sorted(slices.Values(append(shown, read...))))
	var text strings.Builder
	for _, name := range all {
		fields, ok := messages[name]
		if !ok {
			return nil, fmt.Errorf("no .proto file defines the message %s", name)
		}
		text.WriteString(name + ":")
		for _, f := range fields {
			text.WriteString(" " + f.name + "=" + f.number)
		}
		text.WriteString("\n")
	}
	return map[string]string{constants: java(version, messages), list: text.String()}, nil
}

var (
	message    = regexp.MustCompile(`^message (\w+) \{`)
	definition = regexp.MustCompile(`^  (?:optional |repeated )?(?:map<[^>]*>|[.\w]+) (\w+) = (\d+);`)
)

// parse adds the messages of a file that no earlier file defines.
func parse(file string, messages map[string][]field) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	name, known := "", false
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if start := message.FindStringSubmatch(lines.Text()); start != nil {
			name = start[1]
			_, known = messages[name]
			if !known {
				messages[name] = []field{}
			}
		} else if found := definition.FindStringSubmatch(lines.Text()); found != nil && name != "" && !known {
			messages[name] = append(messages[name], field{found[1], found[2]})
		}
	}
	return lines.Err()
}

// converted returns the names of the messages in JsonMessages.
func converted(root string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(root, notation))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, found := range regexp.MustCompile(`(?m)^ {20}([A-Z]\w+):`).FindAllStringSubmatch(string(text), -1) {
		names = append(names, found[1])
	}
	return names, nil
}

// java returns the Java source of the constants.
func java(version string, messages map[string][]field) string {
	var out strings.Builder
	fmt.Fprintf(&out, `package dev.berth.kubeclient.wire;

/// The field numbers of protobuf messages, generated by `+"`conformance/run protobuf`"+` from the .proto
/// files of Kubernetes %s.
final class ProtoFields {
    private ProtoFields() {}

    /// The fields of an entry of any map.
    static final class MapEntryFields {
        static final int KEY = 1;
        static final int VALUE = 2;

        private MapEntryFields() {}
    }
`, strings.Replace(version, "v0.", "1.", 1))
	for _, name := range slices.Sorted(slices.Values(read)) {
		fmt.Fprintf(&out, "\n    static final class %sFields {\n", name)
		for _, f := range messages[name] {
			fmt.Fprintf(&out, "        static final int %s = %s;\n", constant(f.name), f.number)
		}
		fmt.Fprintf(&out, "\n        private %sFields() {}\n    }\n", name)
	}
	out.WriteString("}\n")
	return out.String()
}

// constant converts a camel-case name to an upper-case name: hostIPs becomes HOST_IPS, volumeID becomes VOLUME_ID.
func constant(name string) string {
	var out strings.Builder
	letters := []rune(name)
	for i, letter := range letters {
		afterLower := i > 0 && unicode.IsLower(letters[i-1])
		endOfAcronym := i > 0 && unicode.IsUpper(letters[i-1]) && i+2 < len(letters) && unicode.IsLower(letters[i+1])
		if unicode.IsUpper(letter) && (afterLower || endOfAcronym) {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToUpper(letter))
	}
	return out.String()
}
