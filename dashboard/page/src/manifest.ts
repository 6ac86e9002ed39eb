/** The fields of a document that are needed to send it. */
export interface Manifest {
    apiVersion: string;
    kind: string;
    namespace: string;
    name: string;
    text: string;
    /** application/json or application/yaml. */
    type: string;
}

/**
 * Documents are separated by lines of three dashes; those with only comments are skipped. A document begins with empty lines, so that
 * its lines have the numbers of the text in messages of the server.
 */
export function split(text: string): string[] {
    const documents: { from: number; lines: string[] }[] = [{ from: 0, lines: [] }];
    text.replaceAll('\r\n', '\n').split('\n').forEach((line, index) => {
        if (/^---(\s|$)/.test(line)) {
            const rest = line.slice(3).trim();
            documents.push(rest === '' || rest.startsWith('#') ? { from: index + 1, lines: [] } : { from: index, lines: ['   ' + line.slice(3)] });
        } else if (/^\.\.\.\s*$/.test(line)) {
            documents.push({ from: index + 1, lines: [] });
        } else {
            documents.at(-1)?.lines.push(line);
        }
    });
    return documents
        .filter(({ lines }) => lines.some((line) => line.trim() !== '' && !/^\s*(#|%)/.test(line)))
        .map(({ from, lines }) => '\n'.repeat(from) + lines.join('\n').trimEnd() + '\n');
}

/** The manifest of a document; a list becomes the manifests of its items. */
export function read(document: string): Manifest[] {
    return document.trimStart().startsWith('{') ? readJson(document) : readYaml(document);
}

/** The number of the first line with content, for messages. */
function firstLine(document: string): number {
    return document.split('\n').findIndex((line) => line.trim() !== '' && !/^\s*#/.test(line)) + 1;
}

function checked(manifest: Manifest): Manifest {
    for (const field of ['apiVersion', 'kind'] as const) {
        if (manifest[field] === '') {
            throw new Error(
                `line ${firstLine(manifest.text)}: the document has no ${field}: write it at the beginning of a line, as in "${field}: ${field === 'kind' ? 'Pod' : 'v1'}"`,
            );
        }
    }
    return manifest;
}

interface Head {
    apiVersion?: unknown;
    kind?: unknown;
    metadata?: { name?: unknown; namespace?: unknown };
}

function readJson(document: string): Manifest[] {
    let head: Head & { items?: unknown };
    try {
        head = JSON.parse(document) as Head;
    } catch (broken) {
        const message = (broken as Error).message;
        const position = /position (\d+)/.exec(message);
        const before = document.slice(0, position ? Number(position[1]) : 0).split('\n');
        const where = position ? `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}` : `line ${firstLine(document)}`;
        throw new Error(`${where}: the document begins with { but is not valid JSON: ${message}`);
    }
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    const kind = text(head.kind);
    if (kind.endsWith('List') && Array.isArray(head.items)) {
        const named = kind === 'List' ? {} : { apiVersion: head.apiVersion, kind: kind.slice(0, -'List'.length) };
        const before = '\n'.repeat(firstLine(document) - 1);
        return head.items.flatMap((item: object) => readJson(before + JSON.stringify({ ...named, ...item })));
    }
    return [
        checked({
            apiVersion: text(head.apiVersion),
            kind,
            namespace: text(head.metadata?.namespace),
            name: text(head.metadata?.name),
            text: document,
            type: 'application/json',
        }),
    ];
}

function readYaml(document: string): Manifest[] {
    const found = new Map<string, string>();
    let within = '';
    let outer = -1;
    let indent = -1;
    for (const line of document.split('\n')) {
        const match = /^( *)(["']?)([A-Za-z]+)\2\s*:(?:\s+(.*))?$/.exec(line);
        if (!match) {
            continue;
        }
        const deep = match[1]?.length ?? 0;
        const key = match[3] ?? '';
        const value = match[4] ?? '';
        outer = outer < 0 ? deep : outer;
        if (deep === outer) {
            within = key;
            indent = -1;
            if (key === 'metadata' && value.startsWith('{')) {
                flow(value).forEach((one, name) => found.set(`metadata.${name}`, one));
            } else if (!found.has(key)) {
                found.set(key, scalar(value));
            }
        } else if (within === 'metadata') {
            indent = indent < 0 ? deep : indent;
            if (deep === indent) {
                found.set(`metadata.${key}`, scalar(value));
            }
        }
    }
    const manifest = checked({
        apiVersion: found.get('apiVersion') ?? '',
        kind: found.get('kind') ?? '',
        namespace: found.get('metadata.namespace') ?? '',
        name: found.get('metadata.name') ?? '',
        text: document,
        type: 'application/yaml',
    });
    return manifest.kind.endsWith('List') && found.has('items') ? items(manifest, found.get('items') ?? '') : [manifest];
}

/** The items of a list in block style, each in its lines and columns of the text. */
function items(list: Manifest, value: string): Manifest[] {
    if (value === '[]' || value === 'null') {
        return [];
    }
    const lines = list.text.split('\n');
    const start = lines.findIndex((line) => /^ *["']?items["']?\s*:/.test(line));
    const dash = /^( *)- /.exec(lines.slice(start + 1).find((line) => line.trim() !== '' && !/^\s*#/.test(line)) ?? '');
    if (value !== '' || !dash) {
        throw new Error(`line ${start + 1}: write each item of the list on lines of its own that begin with "- "`);
    }
    const margin = dash[1]?.length ?? 0;
    const found: { from: number; lines: string[] }[] = [];
    for (let index = start + 1; index < lines.length; index++) {
        const line = lines[index] ?? '';
        const deep = line.search(/\S/);
        if (deep === margin && line.startsWith('- ', margin)) {
            found.push({ from: index, lines: [line.slice(0, margin) + '  ' + line.slice(margin + 2)] });
        } else if (deep >= 0 && deep <= margin && !/^\s*#/.test(line)) {
            break;
        } else {
            found.at(-1)?.lines.push(line);
        }
    }
    const kind = list.kind.slice(0, -'List'.length);
    return found.flatMap(({ from, lines: own }) => {
        const text = '\n'.repeat(from) + own.join('\n').trimEnd() + '\n';
        // The items of a PodList need no kind.
        const named = kind === '' || /^ *["']?kind["']?\s*:/m.test(text) ? text : `${text}${' '.repeat(margin + 2)}apiVersion: ${list.apiVersion}\n${' '.repeat(margin + 2)}kind: ${kind}\n`;
        return read(named);
    });
}

function scalar(text: string): string {
    const quoted = /^(["'])(.*?)\1\s*(#.*)?$/.exec(text.trim());
    return quoted ? (quoted[2] ?? '') : text.replace(/(^|\s)#.*$/, '').trim();
}

function flow(text: string): Map<string, string> {
    const pairs = text.replace(/^\{|\}\s*(#.*)?$/g, '').split(',');
    return new Map(pairs.map((pair) => [scalar(pair.slice(0, pair.indexOf(':'))), scalar(pair.slice(pair.indexOf(':') + 1))]));
}

/** A message of the server with the position of a YAML error in words. */
export function positioned(message: string): string {
    return message.replace(/\bbody:(\d+):(\d+): /, 'line $1, column $2: ');
}

/** A resource of the API server. */
export interface ApiResource {
    name: string;
    kind: string;
    namespaced: boolean;
}

/** The discovery path of an apiVersion; v1 is the core group. */
export function discoveryPath(apiVersion: string): string {
    return apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`;
}

/** The path where a document of this kind is created. */
export function collectionPath(manifest: Manifest, resources: ApiResource[]): string {
    const found = resources.find((resource) => resource.kind === manifest.kind && !resource.name.includes('/'));
    if (!found) {
        throw new Error(`the cluster has no kind ${manifest.kind} in ${manifest.apiVersion}: check the spelling and the apiVersion`);
    }
    const root = discoveryPath(manifest.apiVersion);
    const within = found.namespaced ? `namespaces/${encodeURIComponent(manifest.namespace || 'default')}/` : '';
    return `${root}/${within}${found.name}`;
}

/** The fields of the form for a pod, a deployment or nodes. */
export interface Form {
    kind: 'Pod' | 'Deployment' | 'Node';
    name: string;
    namespace: string;
    image: string;
    count: number;
    cpu: string;
    memory: string;
    pods: number;
    zone: string;
    nodeSelector: string;
    tolerations: string;
    taints: string;
}

/** key=value, one per line or separated by commas. */
export function pairs(text: string): Record<string, string> {
    const found: Record<string, string> = {};
    for (const part of parts(text)) {
        const equals = part.indexOf('=');
        if (equals <= 0) {
            throw new Error(`"${part}" is not of the form key=value`);
        }
        found[part.slice(0, equals).trim()] = part.slice(equals + 1).trim();
    }
    return found;
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** As kubectl writes taints: key=value:Effect, key:Effect; for tolerations also key alone. */
export function taints(text: string, effectNeeded: boolean): { key: string; value?: string; effect?: string }[] {
    return parts(text).map((part) => {
        const match = /^([^=:]+)(?:=([^:]*))?(?::(\w+))?$/.exec(part);
        const effect = match?.[3];
        if (!match || (effectNeeded && effect === undefined) || (effect !== undefined && !EFFECTS.includes(effect))) {
            throw new Error(`"${part}" is not of the form key=value:Effect with an effect of ${EFFECTS.join(', ')}`);
        }
        return {
            key: (match[1] ?? '').trim(),
            ...(match[2] === undefined ? {} : { value: match[2] }),
            ...(effect === undefined ? {} : { effect }),
        };
    });
}

function parts(text: string): string[] {
    return text.split(/[\n,]/).map((part) => part.trim()).filter(Boolean);
}

function filled<T>(object: Record<string, T>): Record<string, T> | undefined {
    return Object.keys(object).length > 0 ? object : undefined;
}

/** The documents of a form, without unset fields. JSON is YAML too. */
export function documentsOf(form: Form): object[] {
    if (form.kind === 'Node') {
        return nodesOf(form);
    }
    const tolerations = taints(form.tolerations, false).map((one) => ({
        ...one,
        operator: one.value === undefined ? 'Exists' : 'Equal',
    }));
    const spec = {
        containers: [
            {
                name: 'main',
                image: form.image,
                resources: {
                    requests: filled({
                        ...(form.cpu.trim() === '' ? {} : { cpu: form.cpu.trim() }),
                        ...(form.memory.trim() === '' ? {} : { memory: form.memory.trim() }),
                    }),
                },
            },
        ],
        nodeSelector: filled(pairs(form.nodeSelector)),
        tolerations: tolerations.length > 0 ? tolerations : undefined,
    };
    const labels = { app: form.name };
    if (form.kind === 'Pod') {
        return Array.from({ length: form.count }, (_, index) => ({
            apiVersion: 'v1',
            kind: 'Pod',
            metadata: { name: numbered(form.name, index, form.count), namespace: form.namespace, labels },
            spec,
        }));
    }
    return [
        {
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            metadata: { name: form.name, namespace: form.namespace, labels },
            spec: { replicas: form.count, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
        },
    ];
}

function nodesOf(form: Form): object[] {
    const resources = {
        cpu: form.cpu.trim() || '8',
        memory: form.memory.trim() || '32Gi',
        'ephemeral-storage': '100Gi',
        pods: String(form.pods),
    };
    const given = taints(form.taints, true);
    return Array.from({ length: form.count }, (_, index) => {
        const name = numbered(form.name, index, form.count);
        return {
            apiVersion: 'v1',
            kind: 'Node',
            metadata: {
                name,
                labels: {
                    'kubernetes.io/hostname': name,
                    ...(form.zone.trim() === '' ? {} : { 'topology.kubernetes.io/zone': form.zone.trim() }),
                    ...pairs(form.nodeSelector),
                },
            },
            spec: given.length > 0 ? { taints: given } : undefined,
            status: { capacity: resources, allocatable: resources, conditions: [{ type: 'Ready', status: 'True' }] },
        };
    });
}

function numbered(name: string, index: number, count: number): string {
    return count === 1 ? name : `${name}-${String(index + 1).padStart(String(count).length, '0')}`;
}
