package dev.berth.expression.compile;

import berth.cel.common.CelFunctionDecl;
import berth.cel.common.CelOptions;
import berth.cel.common.CelOverloadDecl;
import berth.cel.common.types.CelType;
import berth.cel.common.types.CelTypeProvider;
import berth.cel.common.types.ListType;
import berth.cel.common.types.MapType;
import berth.cel.common.types.OptionalType;
import berth.cel.common.types.SimpleType;
import berth.cel.common.types.StructType;
import berth.cel.common.types.TypeType;
import berth.cel.compiler.CelCompiler;
import berth.cel.compiler.CelCompilerBuilder;
import berth.cel.compiler.CelCompilerFactory;
import berth.cel.google.common.collect.ImmutableList;
import berth.cel.google.common.collect.ImmutableSet;

import dev.berth.expression.function.Declaration;
import dev.berth.expression.function.Functions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The environment in which kube-scheduler compiles the selectors of stored objects: all libraries
/// of all versions, and the variable `device` (dynamic-resource-allocation: `newCompiler`).
final class Environment {
    private static final int MAX_CODE_POINTS = 100_000;
    private static final int MAX_RECURSION = 250;

    private static final CelType ATTRIBUTES =
            MapType.create(SimpleType.STRING, MapType.create(SimpleType.STRING, SimpleType.DYN));
    private static final CelType CAPACITY =
            MapType.create(SimpleType.STRING, MapType.create(SimpleType.STRING, Types.QUANTITY));
    private static final Map<String, CelType> FIELDS =
            Map.of(
                    "driver",
                    SimpleType.STRING,
                    "attributes",
                    ATTRIBUTES,
                    "capacity",
                    CAPACITY,
                    "allowMultipleAllocations",
                    SimpleType.BOOL);
    private static final StructType DEVICE =
            StructType.create(
                    "kubernetes.DRADevice",
                    ImmutableSet.copyOf(FIELDS.keySet()),
                    field -> Optional.ofNullable(FIELDS.get(field)));

    private Environment() {}

    static CelCompiler compiler() {
        CelCompilerBuilder builder =
                CelCompilerFactory.standardCelCompilerBuilder()
                        .setStandardEnvironmentEnabled(false)
                        .setOptions(options())
                        .setTypeProvider(new Provider())
                        .addMacros(Macros.all())
                        .addFunctionDeclarations(functions())
                        .addVar("device", DEVICE);
        names().forEach((name, type) -> builder.addVar(name, TypeType.create(type)));
        return builder.build();
    }

    private static CelOptions options() {
        return CelOptions.current()
                .enableReservedIds(true)
                .enableOptionalSyntax(true)
                .enableHiddenAccumulatorVar(true)
                .enableQuotedIdentifierSyntax(true)
                .enableHeterogeneousNumericComparisons(true)
                .maxExpressionCodePointSize(MAX_CODE_POINTS)
                .maxParseRecursionDepth(MAX_RECURSION)
                .populateMacroCalls(false)
                .build();
    }

    private static Map<String, CelType> names() {
        var names = new LinkedHashMap<String, CelType>();
        names.put("bool", SimpleType.BOOL);
        names.put("bytes", SimpleType.BYTES);
        names.put("double", SimpleType.DOUBLE);
        names.put("int", SimpleType.INT);
        names.put("uint", SimpleType.UINT);
        names.put("string", SimpleType.STRING);
        names.put("null_type", SimpleType.NULL_TYPE);
        names.put("list", ListType.create(SimpleType.DYN));
        names.put("map", MapType.create(SimpleType.DYN, SimpleType.DYN));
        names.put("type", TypeType.create(SimpleType.DYN));
        return names;
    }

    private static List<CelFunctionDecl> functions() {
        var overloads = new LinkedHashMap<String, List<CelOverloadDecl>>();
        for (Declaration declaration : Functions.all().declarations()) {
            overloads
                    .computeIfAbsent(declaration.function(), name -> new ArrayList<>())
                    .add(overload(declaration));
        }
        return overloads.entrySet().stream()
                .map(function ->
                        CelFunctionDecl.newFunctionDeclaration(
                                function.getKey(), function.getValue()))
                .toList();
    }

    private static CelOverloadDecl overload(Declaration declaration) {
        List<CelType> parameters = declaration.parameters().stream().map(Types::of).toList();
        CelType result = Types.of(declaration.result());
        return declaration.isMember()
                ? CelOverloadDecl.newMemberOverload(declaration.id(), result, parameters)
                : CelOverloadDecl.newGlobalOverload(declaration.id(), result, parameters);
    }

    /// The types that have names in expressions.
    private static final class Provider implements CelTypeProvider {
        private final Map<String, CelType> types =
                Map.of(
                        DEVICE.name(),
                        DEVICE,
                        "net.IP",
                        Types.IP,
                        "net.CIDR",
                        Types.CIDR,
                        "optional_type",
                        OptionalType.create(SimpleType.DYN),
                        "google.protobuf.Duration",
                        SimpleType.DURATION,
                        "google.protobuf.Timestamp",
                        SimpleType.TIMESTAMP);

        @Override
        public ImmutableList<CelType> types() {
            return ImmutableList.copyOf(types.values());
        }

        @Override
        public Optional<CelType> findType(String name) {
            return Optional.ofNullable(types.get(name));
        }
    }
}
