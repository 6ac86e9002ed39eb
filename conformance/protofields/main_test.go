package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestGeneratedFilesAreUpToDate(t *testing.T) {
	root := filepath.Join("..", "..")
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range files {
		committed, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		if string(committed) != want {
			t.Errorf("%s is outdated; run conformance/run protobuf", file)
		}
	}
}

func TestConstantNames(t *testing.T) {
	for name, want := range map[string]string{
		"nodeName": "NODE_NAME", "volumeID": "VOLUME_ID", "hostIPs": "HOST_IPS", "podIP": "POD_IP", "qosClass": "QOS_CLASS",
		"clusterIPs": "CLUSTER_IPS", "machineID": "MACHINE_ID", "serviceAccountName": "SERVICE_ACCOUNT_NAME",
	} {
		if got := constant(name); got != want {
			t.Errorf("constant(%q) = %q, want %q", name, got, want)
		}
	}
}
