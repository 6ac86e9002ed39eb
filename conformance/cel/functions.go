package main

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"k8s.io/dynamic-resource-allocation/cel"
)

const header = `# The functions that a device selector can call. Each line has the name of the function, the ID of the overload, its parameters
# and its result; a dot before the name marks a call on a value, which is the first parameter. The order of the overloads of a
# function matters: the first one that fits is called.
# conformance/run functions writes this file.
`

// writeFunctions writes the declarations of the environment in which kube-scheduler compiles selectors.
func writeFunctions(file string) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	w := bufio.NewWriter(out)
	fmt.Fprint(w, header)
	compiled := cel.GetCompiler(features).CompileCELExpression("true", cel.Options{DisableCostEstimation: true})
	functions := compiled.Environment.Functions()
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		if functions[name].IsDeclarationDisabled() {
			continue
		}
		for _, overload := range functions[name].OverloadDecls() {
			dot := ""
			if overload.IsMemberFunction() {
				dot = "."
			}
			var parameters []string
			for _, parameter := range overload.ArgTypes() {
				parameters = append(parameters, parameter.String())
			}
			fmt.Fprintf(w, "%s%s %s (%s) %s\n", dot, name, overload.ID(), strings.Join(parameters, ", "), overload.ResultType())
		}
	}
	return w.Flush()
}
