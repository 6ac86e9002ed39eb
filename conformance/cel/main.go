// Command cel evaluates device selectors with kube-scheduler's own package. It reads one case per line from standard input
// and writes one result per line, in the same order. With the arguments "functions FILE" it writes the functions that selectors
// can call.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/dynamic-resource-allocation/cel"
)

// evaluation is one case: an expression and the device it is evaluated for.
type evaluation struct {
	Expression string `json:"expression"`
	Device     device `json:"device"`
}

type device struct {
	Driver                   string                                                    `json:"driver"`
	Attributes               map[resourceapi.QualifiedName]resourceapi.DeviceAttribute `json:"attributes"`
	Capacity                 map[resourceapi.QualifiedName]string                      `json:"capacity"`
	AllowMultipleAllocations bool                                                      `json:"allowMultipleAllocations"`
}

type outcome struct {
	Compiles     bool   `json:"compiles"`
	CompileError string `json:"compileError,omitempty"`
	Value        bool   `json:"value,omitempty"`
	Error        string `json:"error,omitempty"`
	Cost         uint64 `json:"cost,omitempty"`
}

// The gates that kube-scheduler turns on by default.
var features = cel.Features{EnableConsumableCapacity: true}

func main() {
	if len(os.Args) == 3 && os.Args[1] == "functions" {
		if err := writeFunctions(os.Args[2]); err != nil {
			fail(err)
		}
		return
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 1 {
			if failed := encoder.Encode(answer(line)); failed != nil {
				fail(failed)
			}
			if in.Buffered() == 0 {
				if failed := out.Flush(); failed != nil {
					fail(failed)
				}
			}
		}
		if err != nil {
			return
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "cel:", err)
	os.Exit(2)
}

// answer evaluates one line. A panic of the compiler counts as an expression that does not compile.
func answer(line []byte) (result outcome) {
	var what evaluation
	if err := json.Unmarshal(line, &what); err != nil {
		fail(fmt.Errorf("%w in %s", err, line))
	}
	input := cel.Device{
		Driver:                   what.Device.Driver,
		AllowMultipleAllocations: &what.Device.AllowMultipleAllocations,
		Attributes:               what.Device.Attributes,
		Capacity:                 map[resourceapi.QualifiedName]resourceapi.DeviceCapacity{},
	}
	for name, amount := range what.Device.Capacity {
		input.Capacity[name] = resourceapi.DeviceCapacity{Value: resource.MustParse(amount)}
	}
	defer func() {
		if reason := recover(); reason != nil {
			result = outcome{CompileError: fmt.Sprint("panic: ", reason)}
		}
	}()
	compiled := cel.GetCompiler(features).CompileCELExpression(what.Expression, cel.Options{DisableCostEstimation: true})
	if compiled.Error != nil {
		return outcome{CompileError: compiled.Error.Error()}
	}
	value, details, err := compiled.DeviceMatches(context.Background(), input)
	result = outcome{Compiles: true, Value: value}
	if err != nil {
		result.Error = err.Error()
	}
	if details != nil {
		if cost := details.ActualCost(); cost != nil {
			result.Cost = *cost
		}
	}
	return result
}
