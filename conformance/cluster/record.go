package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"
)

// exchange is a request to the API server and its response.
type exchange struct {
	Line     int      `json:"line"`
	Method   string   `json:"method"`
	Path     string   `json:"path"`
	Type     string   `json:"type,omitempty"` // of a patch: merge, strategic or json
	Body     any      `json:"body,omitempty"`
	Code     int      `json:"code"`
	Answer   any      `json:"answer"`
	Warnings []string `json:"warnings,omitempty"`
}

var patchTypes = map[string]string{
	"merge": "application/merge-patch+json", "strategic": "application/strategic-merge-patch+json", "json": "application/json-patch+json",
}

// record sends the requests of files to a new API server and writes the responses.
//
// A request is a line `METHOD PATH`, followed by the type of a patch, and an optional line with the body in YAML.
// `let NAME = TEXT` defines $NAME, which is replaced with TEXT in the following lines. # begins a comment.
func record(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("record", flag.ExitOnError)
	o := planeFlags(flags)
	out := flags.String("out", "", "directory for the responses")
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
	for _, file := range flags.Args() {
		exchanges, err := readRequests(file)
		if err != nil {
			return err
		}
		for i := range exchanges {
			if err := exchanges[i].send(client, p.url); err != nil {
				return fmt.Errorf("%s:%d: %w", file, exchanges[i].Line, err)
			}
		}
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) + ".json"
		if err := writeExchanges(filepath.Join(*out, name), exchanges); err != nil {
			return err
		}
	}
	return nil
}

func readRequests(file string) ([]exchange, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var exchanges []exchange
	var lets []string
	scanner := bufio.NewScanner(bytes.NewReader(text))
	for number := 1; scanner.Scan(); number++ {
		line := strings.TrimSpace(scanner.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if let, ok := strings.CutPrefix(line, "let "); ok {
			name, value, _ := strings.Cut(let, " = ")
			lets = append([]string{"$" + name, strings.NewReplacer(lets...).Replace(value)}, lets...)
			continue
		}
		line = strings.NewReplacer(lets...).Replace(line)
		if line[0] == '{' || line[0] == '[' {
			if len(exchanges) == 0 {
				return nil, fmt.Errorf("%s:%d: the body has no request before it", file, number)
			}
			if err := yaml.Unmarshal([]byte(line), &exchanges[len(exchanges)-1].Body); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, number, err)
			}
			continue
		}
		words := strings.Fields(line)
		if len(words) < 2 || len(words) > 3 {
			return nil, fmt.Errorf("%s:%d: expected METHOD PATH [PATCHTYPE]", file, number)
		}
		e := exchange{Line: number, Method: words[0], Path: words[1]}
		if len(words) == 3 {
			e.Type = words[2]
		}
		exchanges = append(exchanges, e)
	}
	return exchanges, errors.Join(scanner.Err())
}

func (e *exchange) send(client *http.Client, url string) error {
	var body io.Reader
	if e.Body != nil {
		text, err := json.Marshal(e.Body)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequest(e.Method, url+e.Path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if e.Type != "" {
		request.Header.Set("Content-Type", patchTypes[e.Type])
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	e.Code = response.StatusCode
	e.Warnings = response.Header.Values("Warning")
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if json.Unmarshal(content, &e.Answer) != nil {
		e.Answer = string(content)
	}
	dropManagedFields(e.Answer)
	return nil
}

func dropManagedFields(value any) {
	switch value := value.(type) {
	case map[string]any:
		delete(value, "managedFields")
		for _, inner := range value {
			dropManagedFields(inner)
		}
	case []any:
		for _, inner := range value {
			dropManagedFields(inner)
		}
	}
}

func writeExchanges(file string, exchanges []exchange) error {
	var out bytes.Buffer
	separator := "[\n"
	for _, e := range exchanges {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(e); err != nil {
			return err
		}
		out.WriteString(separator + strings.TrimSpace(text.String()))
		separator = ",\n"
	}
	out.WriteString("\n]\n")
	return os.WriteFile(file, out.Bytes(), 0o644)
}
