// Command messages prints the protobuf messages of the kinds that clients send: the numbers, names and types of their fields, in
// the notation of dev.berth.kubeclient.wire.JsonMessages. The embedded API reads the output from its
// resource messages.txt.
package main

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
)

// sent are the kinds that clients send, by API group.
var sent = map[string][]string{
	"": {"Pod", "Node", "Namespace", "Service", "ConfigMap", "Secret", "ServiceAccount", "Event", "ReplicationController",
		"PersistentVolume", "PersistentVolumeClaim", "Binding", "DeleteOptions"},
	"apps":                  {"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"},
	"authentication.k8s.io": {"TokenReview", "SelfSubjectReview"},
	"authorization.k8s.io": {"SubjectAccessReview", "LocalSubjectAccessReview", "SelfSubjectAccessReview",
		"SelfSubjectRulesReview"},
	"autoscaling":         {"Scale"},
	"batch":               {"Job", "CronJob"},
	"coordination.k8s.io": {"Lease"},
	"events.k8s.io":       {"Event"},
	"policy":              {"PodDisruptionBudget", "Eviction"},
	"scheduling.k8s.io":   {"PriorityClass"},
	"storage.k8s.io":      {"StorageClass", "CSINode", "CSIDriver", "CSIStorageCapacity", "VolumeAttachment"},
	"resource.k8s.io":     {"ResourceClaim", "ResourceClaimTemplate", "ResourceSlice", "DeviceClass"},
}

// special are the words for types with their own encoding.
var special = map[reflect.Type]string{
	reflect.TypeFor[resource.Quantity]():    "quantity",
	reflect.TypeFor[metav1.Time]():          "time",
	reflect.TypeFor[metav1.MicroTime]():     "microtime",
	reflect.TypeFor[intstr.IntOrString]():   "intorstring",
	reflect.TypeFor[runtime.RawExtension](): "raw",
}

// messages are the fields of the messages that have been visited, by name.
var messages = map[string]string{}

func main() {
	for group, kinds := range sent {
		for _, kind := range kinds {
			object, err := scheme.Scheme.New(schema.GroupVersionKind{Group: group, Version: "v1", Kind: kind})
			if err != nil {
				panic(err)
			}
			visit(reflect.TypeOf(object).Elem())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(messages)) {
		fmt.Printf("%s: %s\n", name, messages[name])
	}
}

// visit adds a message and the messages of its fields, and returns its name. Names outside the core group begin with the group.
func visit(t reflect.Type) string {
	name := t.Name()
	if parts := strings.Split(t.PkgPath(), "/"); parts[1] == "api" && parts[2] != "core" {
		name = parts[2] + "_" + name
	}
	if _, known := messages[name]; known {
		return name
	}
	messages[name] = ""
	var fields []string
	for i := range t.NumField() {
		if field := notation(t.Field(i)); field != "" {
			fields = append(fields, field)
		}
	}
	messages[name] = strings.Join(fields, ", ")
	return name
}

// notation describes a field, or returns "" if the message does not contain it.
func notation(field reflect.StructField) string {
	tag := strings.Split(field.Tag.Get("protobuf"), ",")
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	if len(tag) < 2 || name == "managedFields" {
		return ""
	}
	when, t := "~", field.Type
	if t.Kind() == reflect.Pointer {
		when, t = "?", t.Elem()
	}
	if name == "" {
		when = "+"
	}
	many := ""
	switch {
	case t.Kind() == reflect.Map:
		many, t = "{}", t.Elem()
	case t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8:
		many, t = "[]", t.Elem()
	}
	return fmt.Sprintf("%s %s%s%s%s", tag[1], name, when, word(t), many)
}

// word returns the word for a type.
func word(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if known, ok := special[t]; ok {
		return known
	}
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "bool"
	case reflect.Int, reflect.Int32, reflect.Int64:
		return "int"
	case reflect.Struct:
		return visit(t)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "items"
	default:
		panic(t.String())
	}
}
