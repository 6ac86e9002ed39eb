package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// served are the kinds of the embedded cluster by API path. The written definitions are these and all that they refer to.
var served = map[string][]string{
	"api/v1": {"Pod", "Node", "Namespace", "Service", "ConfigMap", "Secret", "ServiceAccount", "Event", "ReplicationController",
		"PersistentVolume", "PersistentVolumeClaim", "Binding"},
	"apis/apps/v1":                {"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"},
	"apis/autoscaling/v1":         {"Scale"},
	"apis/batch/v1":               {"Job", "CronJob"},
	"apis/coordination.k8s.io/v1": {"Lease"},
	"apis/events.k8s.io/v1":       {"Event"},
	"apis/policy/v1":              {"PodDisruptionBudget", "Eviction"},
	"apis/scheduling.k8s.io/v1":   {"PriorityClass"},
	"apis/storage.k8s.io/v1":      {"StorageClass", "CSINode", "CSIDriver", "CSIStorageCapacity", "VolumeAttachment"},
	"apis/resource.k8s.io/v1":     {"ResourceClaim", "ResourceClaimTemplate", "ResourceSlice", "DeviceClass", "DeviceTaintRule"},
}

// omitted marks fields whose zero value the API server omits. OpenAPI does not contain this.
const omitted = "x-omit-zero"

// null marks fields that the API server writes as null if they are not set.
const null = "x-null"

// goType marks string fields with a named Go type.
const goType = "x-go-type"

// writeSchema writes the definitions of the served kinds without their descriptions, one per line.
func writeSchema(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("schema", flag.ExitOnError)
	o := planeFlags(flags)
	out := flags.String("out", "", "file for the definitions")
	flags.Parse(args)
	cleanUp, err := o.ensureDir()
	if err != nil {
		return err
	}
	defer cleanUp()
	p, err := startPlane(ctx, *o)
	if err != nil {
		return err
	}
	defer p.stop()
	client, err := p.http()
	if err != nil {
		return err
	}
	all := map[string]map[string]any{}
	var roots []string
	for _, path := range slices.Sorted(maps.Keys(served)) {
		var document struct {
			Components struct {
				Schemas map[string]map[string]any
			}
		}
		if err := getJSON(client, p.url+"/openapi/v3/"+path, &document); err != nil {
			return err
		}
		maps.Copy(all, document.Components.Schemas)
		for name, definition := range document.Components.Schemas {
			if isRoot(definition, path) {
				roots = append(roots, name)
			}
		}
	}
	reached := map[string]map[string]any{}
	for _, root := range roots {
		reach(root, all, reached)
	}
	for gvk, kind := range scheme.Scheme.AllKnownTypes() {
		if gvk.Version != "__internal" {
			markOmitted(kind, reached, map[reflect.Type]bool{})
		}
	}
	return os.WriteFile(*out, lines(reached), 0o644)
}

func isRoot(definition map[string]any, path string) bool {
	kinds, _ := definition["x-kubernetes-group-version-kind"].([]any)
	group, version := "", strings.TrimPrefix(path, "api/")
	if parts := strings.Split(path, "/"); parts[0] == "apis" {
		group, version = parts[1], parts[2]
	}
	for _, kind := range kinds {
		gvk, _ := kind.(map[string]any)
		if gvk["group"] == group && gvk["version"] == version && slices.Contains(served[path], gvk["kind"].(string)) {
			return len(kinds) == 1
		}
	}
	return false
}

// reach adds a definition and those that it refers to, without descriptions.
func reach(name string, all, reached map[string]map[string]any) {
	if _, known := reached[name]; known || all[name] == nil {
		return
	}
	reached[name] = all[name]
	strip(all[name], func(ref string) { reach(ref, all, reached) })
}

func strip(value any, refer func(string)) {
	switch value := value.(type) {
	case map[string]any:
		if _, text := value["description"].(string); text {
			delete(value, "description")
		}
		if ref, ok := value["$ref"].(string); ok {
			refer(ref[strings.LastIndex(ref, "/")+1:])
		}
		if kinds, ok := value["x-kubernetes-group-version-kind"].([]any); ok && len(kinds) > 1 {
			delete(value, "x-kubernetes-group-version-kind")
		}
		for _, inner := range value {
			strip(inner, refer)
		}
	case []any:
		for _, inner := range value {
			strip(inner, refer)
		}
	}
}

func markOmitted(t reflect.Type, reached map[string]map[string]any, seen map[reflect.Type]bool) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return
	}
	seen[t] = true
	definition := reached["io.k8s."+strings.ReplaceAll(strings.TrimPrefix(t.PkgPath(), "k8s.io/"), "/", ".")+"."+t.Name()]
	properties, _ := definition["properties"].(map[string]any)
	markFields(t, properties, reached, seen)
}

func markFields(t reflect.Type, properties map[string]any, reached map[string]map[string]any, seen map[reflect.Type]bool) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			if field.Anonymous && field.Type.Kind() == reflect.Struct {
				markFields(field.Type, properties, reached, seen)
			}
			continue
		}
		markNamed(field.Type, properties[name])
		markNull(field.Type, options, properties[name])
		switch field.Type.Kind() {
		case reflect.Pointer, reflect.Struct, reflect.Interface:
		default:
			if property, ok := properties[name].(map[string]any); ok && strings.Contains(options, "omitempty") {
				property[omitted] = true
			}
		}
		markOmitted(field.Type, reached, seen)
	}
}

// markNamed adds the Go type of a string field. The API server names it in messages about wrong types.
func markNamed(t reflect.Type, property any) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if marked, ok := property.(map[string]any); ok && t.Kind() == reflect.String && t.PkgPath() != "" {
		marked[goType] = t.String()
	}
}

// markNull marks times, lists and maps that the API server writes as null if they are not set.
func markNull(t reflect.Type, options string, property any) {
	marked, ok := property.(map[string]any)
	if !ok || strings.Contains(options, "omitzero") {
		return
	}
	list := (t.Kind() == reflect.Slice || t.Kind() == reflect.Map) && !strings.Contains(options, "omitempty")
	if list || t.Kind() == reflect.Struct && (t.Name() == "Time" || t.Name() == "MicroTime") {
		marked[null] = true
	}
}

func lines(definitions map[string]map[string]any) []byte {
	var out bytes.Buffer
	separator := "{\n"
	for _, name := range slices.Sorted(maps.Keys(definitions)) {
		text, _ := json.Marshal(definitions[name])
		fmt.Fprintf(&out, "%s%q:%s", separator, name, text)
		separator = ",\n"
	}
	out.WriteString("\n}\n")
	return out.Bytes()
}

// http returns an administrator's HTTP client.
func (p *plane) http() (*http.Client, error) {
	config, err := clientcmd.BuildConfigFromFlags("", p.adminKubeconfig)
	if err != nil {
		return nil, err
	}
	config.GroupVersion, config.NegotiatedSerializer = &schema.GroupVersion{}, scheme.Codecs
	return rest.HTTPClientFor(config)
}

func getJSON(client *http.Client, url string, into any) error {
	response, err := client.Get(url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, body)
	}
	return json.Unmarshal(body, into)
}
