import { describe, expect, it } from 'vitest';
import { collectionPath, discoveryPath, documentsOf, pairs, positioned, read, split, taints, type Form } from '../src/manifest';

const RESOURCES = [
    { name: 'pods', kind: 'Pod', namespaced: true },
    { name: 'pods/eviction', kind: 'Eviction', namespaced: true },
    { name: 'nodes', kind: 'Node', namespaced: false },
];

describe('documents', () => {
    it('are divided by dashes; comments alone are none', () => {
        expect(split('# only words\n---\na: 1\n---\n\n--- # next\nb: 2\n...\n')).toEqual(['\n\na: 1\n', '\n\n\n\n\n\nb: 2\n']);
        expect(split('')).toEqual([]);
        expect(split('text: |\n  ---- not a divider\n')).toHaveLength(1);
        expect(split('a: 1\r\n---\r\nb: 2\r\n')).toEqual(['a: 1\n', '\n\nb: 2\n']);
        expect(split('--- {"a": 1}\n')).toEqual(['    {"a": 1}\n']);
    });

    it('tell what they are, as YAML', () => {
        const text = 'apiVersion: apps/v1 # the group\nkind: "Deployment"\nmetadata:\n  labels:\n    name: other\n  name: web\n  namespace: \'shop\'\nspec:\n  template:\n    metadata:\n      name: inner\n';
        expect(read(text)).toMatchObject([{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop', type: 'application/yaml' }]);
    });

    it('tell what they are, as JSON and with braces', () => {
        expect(read('{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"b"}}')).toMatchObject([
            { kind: 'Pod', name: 'a', namespace: 'b', type: 'application/json' },
        ]);
        expect(read('apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: "b"}\n')).toMatchObject([{ name: 'a', namespace: 'b' }]);
    });

    it('without a kind and broken documents are rejected with their position and a fix', () => {
        expect(() => read('\n\napiVersion: v1\nname: x\n')).toThrow('line 3: the document has no kind: write it at the beginning of a line, as in "kind: Pod"');
        expect(() => read('\n{"kind": "Pod",\n  x}')).toThrow(/^line 3, column 3: the document begins with { but is not valid JSON/);
        expect(positioned('the object is unrecognized: body:12:3: mapping values are not allowed')).toBe(
            'the object is unrecognized: line 12, column 3: mapping values are not allowed',
        );
    });

    it('can be lists, whose items keep their lines and columns', () => {
        const list = 'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: a\n# next\n- kind: Node\n  apiVersion: v1\n  metadata: {name: b}\nmetadata: {}\n';
        const found = read(list);
        expect(found).toMatchObject([
            { kind: 'Pod', name: 'a' },
            { kind: 'Node', name: 'b' },
        ]);
        expect(found[0]?.text).toBe('\n\n\n  apiVersion: v1\n  kind: Pod\n  metadata:\n    name: a\n# next\n');
        expect(found[1]?.text.split('\n')[8]).toBe('  kind: Node');
        expect(read('apiVersion: v1\nkind: PodList\nitems:\n  - metadata:\n      name: a\n')).toMatchObject([{ apiVersion: 'v1', kind: 'Pod', name: 'a' }]);
        expect(read('{"apiVersion":"v1","kind":"PodList","items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]}')).toMatchObject([
            { kind: 'Pod', name: 'a' },
            { kind: 'Pod', name: 'b' },
        ]);
        expect(read('apiVersion: v1\nkind: List\nitems: []\n')).toEqual([]);
        expect(() => read('apiVersion: v1\nkind: List\nitems: [{kind: Pod}]\n')).toThrow('line 3: write each item of the list on lines of its own');
    });

    it('go where their kind lives', () => {
        const pod = read('apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n')[0]!;
        expect(collectionPath(pod, RESOURCES)).toBe('api/v1/namespaces/default/pods');
        expect(collectionPath({ ...pod, namespace: 'shop' }, RESOURCES)).toBe('api/v1/namespaces/shop/pods');
        expect(collectionPath({ ...pod, kind: 'Node', namespace: 'x' }, RESOURCES)).toBe('api/v1/nodes');
        expect(() => collectionPath({ ...pod, kind: 'Pood' }, RESOURCES)).toThrow('no kind Pood in v1');
        expect(() => collectionPath({ ...pod, kind: 'Eviction' }, RESOURCES)).toThrow('no kind Eviction');
        expect(discoveryPath('v1')).toBe('api/v1');
        expect(discoveryPath('apps/v1')).toBe('apis/apps/v1');
    });
});

const FORM: Form = {
    kind: 'Pod',
    name: 'web',
    namespace: 'shop',
    image: 'nginx',
    count: 1,
    cpu: '500m',
    memory: '',
    pods: 110,
    zone: '',
    nodeSelector: 'disk=ssd, zone = a',
    tolerations: 'gpu=true:NoSchedule, spot',
    taints: '',
};

describe('the form', () => {
    it('becomes a pod', () => {
        expect(JSON.parse(JSON.stringify(documentsOf(FORM)))).toEqual([
            {
                apiVersion: 'v1',
                kind: 'Pod',
                metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' } },
                spec: {
                    containers: [{ name: 'main', image: 'nginx', resources: { requests: { cpu: '500m' } } }],
                    nodeSelector: { disk: 'ssd', zone: 'a' },
                    tolerations: [
                        { key: 'gpu', value: 'true', effect: 'NoSchedule', operator: 'Equal' },
                        { key: 'spot', operator: 'Exists' },
                    ],
                },
            },
        ]);
    });

    it('becomes a deployment that selects its own pods', () => {
        const [made] = documentsOf({ ...FORM, kind: 'Deployment', count: 7 });
        expect(made).toMatchObject({
            kind: 'Deployment',
            spec: { replicas: 7, selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } } } },
        });
    });

    it('becomes nodes, numbered, with room and taints', () => {
        const made = documentsOf({ ...FORM, kind: 'Node', name: 'extra', count: 10, nodeSelector: '', taints: 'a=b:NoExecute', zone: 'z' });
        expect(made).toHaveLength(10);
        expect(made[0]).toMatchObject({
            metadata: { name: 'extra-01', labels: { 'topology.kubernetes.io/zone': 'z', 'kubernetes.io/hostname': 'extra-01' } },
            spec: { taints: [{ key: 'a', value: 'b', effect: 'NoExecute' }] },
            status: { allocatable: { cpu: '500m', pods: '110' } },
        });
    });

    it('says what cannot be read', () => {
        expect(() => pairs('a')).toThrow('"a" is not of the form key=value');
        expect(() => taints('a=b', true)).toThrow('"a=b" is not of the form key=value:Effect');
        expect(() => taints('a:Never', false)).toThrow('"a:Never" is not of the form');
    });
});
