import { useState } from 'preact/hooks';
import { ask, create as createObject, kube, merge, errorText } from '../api';
import type { ExampleItem } from '../contract';
import { count, plural, visible } from '../format';
import { collectionPath, discoveryPath, documentsOf, positioned, read, split, type ApiResource, type Form, type Manifest } from '../manifest';
import { notice } from '../notices';
import { Badge, Choice, Empty, Name, Trouble, useAnswer, useEvery, useTitle } from '../parts';
import { go, nodePath, podPath, query, remember } from '../router';
import { writable } from '../store';

interface Result {
    what: string;
    path: string;
    error: string;
    warnings: string[];
}

const WAYS = ['form', 'yaml', 'scale'] as const;
type Way = (typeof WAYS)[number];
const TITLES: Record<Way, string> = { form: 'Form', yaml: 'YAML', scale: 'Scale' };

const EMPTY: Form = {
    kind: 'Deployment',
    name: 'web',
    namespace: 'default',
    image: 'nginx',
    count: 3,
    cpu: '100m',
    memory: '128Mi',
    pods: 110,
    zone: '',
    nodeSelector: '',
    tolerations: '',
    taints: '',
};

export function Create() {
    useTitle('Create');
    const asked = query.value.get('way') as Way | null;
    const way = asked && WAYS.includes(asked) ? asked : 'form';
    const [yaml, setYaml] = useState('');
    const [results, setResults] = useState<Result[]>([]);
    const [busy, setBusy] = useState(false);
    if (!writable.value) {
        return (
            <div class="nowhere">
                <h1>Create</h1>
                <p>
                    The dashboard is read-only on this cluster. To create objects, use kubectl. On the embedded cluster of berth up, you can create
                    objects here.
                </p>
            </div>
        );
    }
    const send = (text: string) => {
        setBusy(true);
        setResults([]);
        void create(text, (one) => setResults((before) => [...before, one])).finally(() => setBusy(false));
    };
    return (
        <div class="create">
            <header class="view-head">
                <h1>Create</h1>
                <Choice label="Input" choices={WAYS} value={way} onChange={(next) => remember({ way: next })} show={(one) => TITLES[one]} />
            </header>
            <div class="create-body">
                {way === 'form' && (
                    <FormPanel
                        busy={busy}
                        onSend={(documents) => send(documents.map((one) => JSON.stringify(one, null, 2)).join('\n---\n'))}
                        onEdit={(documents) => {
                            setYaml(documents.map((one) => JSON.stringify(one, null, 2)).join('\n---\n'));
                            remember({ way: 'yaml' });
                        }}
                    />
                )}
                {way === 'yaml' && <YamlPanel text={yaml} onText={setYaml} busy={busy} onSend={() => send(yaml)} />}
                {way === 'scale' && <Scale />}
                {way !== 'scale' && <Results results={results} busy={busy} />}
            </div>
        </div>
    );
}

/** Sends the documents one after the other, because they may build on each other, and reports each result. */
async function create(text: string, report: (result: Result) => void): Promise<void> {
    const known = new Map<string, ApiResource[]>();
    const documents = split(text);
    if (documents.length === 0) {
        report({ what: 'nothing', path: '', error: 'there is no document: enter one, or load an example', warnings: [] });
    }
    for (const document of documents) {
        let manifests: Manifest[];
        try {
            manifests = read(document);
        } catch (error) {
            report({ what: 'a document', path: '', error: errorText(error), warnings: [] });
            continue;
        }
        for (const manifest of manifests) {
            await send(manifest, known, report);
        }
    }
}

async function send(manifest: Manifest, known: Map<string, ApiResource[]>, report: (result: Result) => void): Promise<void> {
    let what = `${manifest.kind} ${manifest.namespace ? `${manifest.namespace}/` : ''}${manifest.name}`;
    try {
        let resources = known.get(manifest.apiVersion);
        if (!resources) {
            resources = (await kube<{ resources: ApiResource[] }>('GET', discoveryPath(manifest.apiVersion))).resources;
            known.set(manifest.apiVersion, resources);
        }
        const made = await createObject<{ metadata: { name: string; namespace?: string } }>(
            collectionPath(manifest, resources),
            manifest.text,
            manifest.type,
        );
        const { name, namespace } = made.object.metadata;
        what = `${manifest.kind} ${namespace ? `${namespace}/` : ''}${name}`;
        const path = manifest.kind === 'Node' ? nodePath(name) : manifest.kind === 'Pod' ? podPath(`${namespace ?? 'default'}/${name}`) : '';
        report({ what, path, error: '', warnings: made.warnings });
    } catch (error) {
        report({ what, path: '', error: positioned(errorText(error)), warnings: [] });
    }
}

function Results({ results, busy }: { results: Result[]; busy: boolean }) {
    const bad = results.filter((one) => one.error !== '').length;
    return (
        <section class="panel results" aria-label="Results">
            <header class="panel-head">
                <h2>Results</h2>
                <span class="muted spread" role="status">
                    {busy ? 'sending…' : results.length > 0 ? `${count(results.length - bad)} created, ${count(bad)} rejected` : ''}
                </span>
            </header>
            {results.length === 0 && !busy && <Empty>The result of each document appears here.</Empty>}
            <ul class="result-list">
                {results.slice(0, 200).map((one, index) => (
                    <li key={index}>
                        <Badge text={one.error === '' ? 'created' : 'rejected'} />
                        <span>
                            {one.path === '' ? <Name text={one.what} /> : <a href={one.path}>{visible(one.what)}</a>}
                            {one.error !== '' && <span class="result-error">{visible(one.error)}</span>}
                            {one.warnings.map((warning) => (
                                <span class="result-error">{visible(warning)}</span>
                            ))}
                        </span>
                    </li>
                ))}
            </ul>
            {results.length > 200 && <p class="muted padded">and {count(results.length - 200)} more</p>}
        </section>
    );
}

function Field(props: { label: string; hint?: string; children: preact.ComponentChildren }) {
    return (
        <label class="field">
            <span>
                {props.label} {props.hint && <span class="muted">{props.hint}</span>}
            </span>
            {props.children}
        </label>
    );
}

function FormPanel(props: { busy: boolean; onSend: (documents: object[]) => void; onEdit: (documents: object[]) => void }) {
    const [form, setForm] = useState<Form>(EMPTY);
    const [error, setError] = useState('');
    const set = (change: Partial<Form>) => setForm((before) => ({ ...before, ...change }));
    const text = (key: 'name' | 'namespace' | 'image' | 'cpu' | 'memory' | 'zone' | 'nodeSelector' | 'tolerations' | 'taints', more = {}) => (
        <input type="text" spellcheck={false} value={form[key]} onInput={(event) => set({ [key]: event.currentTarget.value })} {...more} />
    );
    const number = (key: 'count' | 'pods', least: number, most: number) => (
        <input
            type="number"
            min={least}
            max={most}
            required
            value={form[key]}
            onInput={(event) => set({ [key]: Number(event.currentTarget.value) })}
        />
    );
    const withDocuments = (use: (documents: object[]) => void) => {
        try {
            setError('');
            use(documentsOf(form));
        } catch (broken) {
            setError(errorText(broken));
        }
    };
    const isNode = form.kind === 'Node';
    return (
        <form
            class="panel form"
            onSubmit={(event) => {
                event.preventDefault();
                withDocuments(props.onSend);
            }}
        >
            <header class="panel-head">
                <h2>New</h2>
                <Choice
                    label="Kind"
                    choices={['Deployment', 'Pod', 'Node'] as const}
                    value={form.kind}
                    onChange={(kind) =>
                        set(
                            kind === 'Node'
                                ? { kind, name: 'extra', count: 1, cpu: '8', memory: '32Gi' }
                                : { kind, name: 'web', count: kind === 'Pod' ? 1 : 3, cpu: '100m', memory: '128Mi' },
                        )
                    }
                />
            </header>
            <div class="fields">
                <Field label="Name">{text('name', { required: true, autofocus: true })}</Field>
                {!isNode && <Field label="Namespace">{text('namespace', { required: true })}</Field>}
                {!isNode && <Field label="Image">{text('image', { required: true })}</Field>}
                <Field label={form.kind === 'Deployment' ? 'Replicas' : 'How many'}>{number('count', form.kind === 'Deployment' ? 0 : 1, 5_000)}</Field>
                <Field label="cpu" hint="500m, 2">
                    {text('cpu')}
                </Field>
                <Field label="Memory" hint="256Mi, 4Gi">
                    {text('memory')}
                </Field>
                {isNode && <Field label="Pods">{number('pods', 1, 10_000)}</Field>}
                {isNode && <Field label="Zone">{text('zone')}</Field>}
                <Field label={isNode ? 'Labels' : 'Node selector'} hint="key=value, …">
                    {text('nodeSelector')}
                </Field>
                {isNode ? (
                    <Field label="Taints" hint="key=value:NoSchedule, …">
                        {text('taints')}
                    </Field>
                ) : (
                    <Field label="Tolerations" hint="key=value:NoSchedule, key, …">
                        {text('tolerations')}
                    </Field>
                )}
            </div>
            {error !== '' && <Trouble error={error} />}
            <p class="line padded">
                <button type="submit" class="primary" disabled={props.busy}>
                    Create
                </button>
                <button type="button" onClick={() => withDocuments(props.onEdit)}>
                    Edit as text
                </button>
            </p>
        </form>
    );
}

function YamlPanel(props: { text: string; onText: (text: string) => void; busy: boolean; onSend: () => void }) {
    const examples = useAnswer('examples', (signal) => ask<{ examples: ExampleItem[] }>('examples', signal));
    const documents = split(props.text).length;
    return (
        <section class="panel yaml" aria-label="YAML">
            <header class="panel-head">
                <h2>YAML or JSON</h2>
                <label class="line spread">
                    <span class="muted">Example</span>
                    <select
                        value=""
                        onChange={(event) => {
                            const found = examples.value?.examples.find((one) => one.name === event.currentTarget.value);
                            event.currentTarget.value = '';
                            if (found) {
                                props.onText(found.yaml);
                            }
                        }}
                    >
                        <option value="">choose…</option>
                        {examples.value?.examples.map((one) => (
                            <option key={one.name} value={one.name}>
                                {visible(one.title)}
                            </option>
                        ))}
                    </select>
                </label>
            </header>
            <textarea
                aria-label="Documents, separated by lines of ---"
                spellcheck={false}
                value={props.text}
                placeholder={'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n…'}
                onInput={(event) => props.onText(event.currentTarget.value)}
                onKeyDown={(event) => {
                    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                        event.preventDefault();
                        props.onSend();
                    }
                }}
            />
            <p class="line padded">
                <button type="button" class="primary" disabled={props.busy || documents === 0} onClick={props.onSend}>
                    Create
                </button>
                <span class="muted">
                    {plural(documents, 'document')} <kbd>Ctrl Enter</kbd>
                </span>
            </p>
        </section>
    );
}

interface Deployment {
    metadata: { name: string; namespace: string };
    spec: { replicas?: number };
    status?: { readyReplicas?: number };
}

function Scale() {
    const answer = useAnswer('deployments', () => kube<{ items?: Deployment[] }>('GET', 'apis/apps/v1/deployments?limit=500'));
    useEvery(2_000, answer.reload);
    const items = answer.value?.items ?? [];
    return (
        <section class="panel scale" aria-label="Scale">
            <header class="panel-head">
                <h2>Deployments</h2>
            </header>
            {answer.error !== '' && <Trouble error={answer.error} retry={answer.reload} />}
            {answer.value && items.length === 0 && (
                <Empty>
                    No deployments yet. <button type="button" onClick={() => go('/create')}>Create one</button>
                </Empty>
            )}
            {items.length > 0 && (
                <table class="small wide-table">
                    <thead>
                        <tr>
                            <th>Deployment</th>
                            <th class="figures">Ready</th>
                            <th>Replicas</th>
                        </tr>
                    </thead>
                    <tbody>
                        {items.map((one) => (
                            <ScaleRow key={`${one.metadata.namespace}/${one.metadata.name}`} deployment={one} onDone={answer.reload} />
                        ))}
                    </tbody>
                </table>
            )}
        </section>
    );
}

function ScaleRow({ deployment, onDone }: { deployment: Deployment; onDone: () => void }) {
    const { name, namespace } = deployment.metadata;
    const present = deployment.spec.replicas ?? 1;
    const [wanted, setWanted] = useState<number | undefined>(undefined);
    const shown = wanted ?? present;
    return (
        <tr>
            <td>
                <Name text={`${namespace}/${name}`} />
            </td>
            <td class="figures">
                {count(deployment.status?.readyReplicas ?? 0)} / {count(present)}
            </td>
            <td>
                <form
                    class="line"
                    onSubmit={(event) => {
                        event.preventDefault();
                        merge(`apis/apps/v1/namespaces/${encodeURIComponent(namespace)}/deployments/${encodeURIComponent(name)}/scale`, {
                            spec: { replicas: shown },
                        }).then(
                            () => {
                                notice(`${namespace}/${name} scaled to ${shown}`);
                                setWanted(undefined);
                                onDone();
                            },
                            (error: unknown) => notice(errorText(error), true),
                        );
                    }}
                >
                    <input
                        type="number"
                        min={0}
                        max={100_000}
                        aria-label={`Replicas of ${visible(`${namespace}/${name}`)}`}
                        value={shown}
                        onInput={(event) => setWanted(Number(event.currentTarget.value))}
                    />
                    <button type="submit" disabled={shown === present}>
                        Scale
                    </button>
                </form>
            </td>
        </tr>
    );
}
