// Answers what the page asks, from a made-up cluster: `npm run fixture` while working on the page, and the browser tests.

import { createServer } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Cluster, RESOURCES } from './cluster.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const bundle = join(here, '../../src/main/resources/dev/berth/dashboard/page');
const helpPages = join(here, '../../../docs/plugins');

const CSP =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
const TYPES = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', html: 'text/html; charset=utf-8' };

/** The path of all sessions. */
const SESSION = 'fixture-session';

const EXAMPLES = [
    { name: 'spread', title: 'Spread over zones', yaml: 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: spread-1\nspec:\n  containers:\n  - name: main\n    image: nginx\n---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: spread-2\nspec:\n  containers:\n  - name: main\n    image: nginx\n' },
    { name: 'nowhere', title: 'A pod that fits nowhere', yaml: 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: giant\nspec:\n  containers:\n  - name: main\n    image: nginx\n    resources:\n      requests:\n        cpu: "900"\n' },
];

export async function serve({ port = 0, token = 'fixture', stream = true, ...options } = {}) {
    const cluster = new Cluster(options);
    const streams = new Set();
    const server = createServer((request, response) => {
        void answer(request, response).catch((error) => {
            response.writeHead(500, { 'Content-Type': 'application/json' });
            response.end(JSON.stringify({ error: String(error.stack) }));
        });
    });

    const json = (response, value, status = 200) => {
        response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Security-Policy': CSP, 'Cache-Control': 'no-store' });
        response.end(JSON.stringify(value));
    };

    const cookie = `berth_token=${token}; HttpOnly; SameSite=Strict; Path=/session/${SESSION}`;

    async function answer(request, response) {
        const url = new URL(request.url, 'http://127.0.0.1');
        const body = await read(request);
        if (request.method === 'GET' && url.pathname === '/' && url.searchParams.has('token')) {
            const headers = { Location: '/' };
            if (url.searchParams.get('token') === token) {
                headers.Location = `/#session=${SESSION}`;
                headers['Set-Cookie'] = cookie;
            }
            response.writeHead(303, headers).end();
            return;
        }
        if (url.pathname === '/login') {
            const right = body === token;
            response.writeHead(right ? 200 : 401, right ? { 'Set-Cookie': cookie, 'Content-Type': 'text/plain' } : { 'Content-Type': 'application/json' });
            response.end(right ? SESSION : JSON.stringify({ error: 'wrong token; it is printed when Berth starts' }));
            return;
        }
        if (url.pathname.startsWith(`/session/${SESSION}/`)) {
            url.pathname = url.pathname.slice(`/session/${SESSION}`.length);
        }
        if (url.pathname === '/logout') {
            response.writeHead(204, { 'Set-Cookie': `berth_token=; Max-Age=0; Path=/session/${SESSION}` }).end();
            return;
        }
        const known = (request.headers.cookie ?? '').includes(`berth_token=${token}`) || request.headers.authorization === `Bearer ${token}`;
        if (url.pathname.startsWith('/berth/v1/')) {
            return known ? berth(request, response, url) : json(response, { error: 'sign in with the token Berth printed' }, 401);
        }
        if (url.pathname.startsWith('/k8s/')) {
            return known ? kube(request, response, url, body) : json(response, { message: 'Unauthorized' }, 401);
        }
        const last = url.pathname.split('/').at(-1);
        const file = last.includes('.') && /^\/[a-z]+\.[a-z]+$/.test(url.pathname) ? last : 'index.html';
        response.writeHead(200, { 'Content-Type': TYPES[file.split('.').at(-1)] ?? 'text/plain', 'Content-Security-Policy': CSP, 'X-Content-Type-Options': 'nosniff' });
        response.end(readFileSync(join(bundle, file)));
    }

    function nodesAnswer() {
        return { atMillis: Date.now(), version: cluster.version, resources: RESOURCES, nodes: [...cluster.nodes.values()], hidden: 0 };
    }

    function berth(request, response, url) {
        const parts = url.pathname.split('/').slice(3).map(decodeURIComponent);
        const [what, first, second, third, fourth] = parts;
        const missing = (words) => json(response, { error: words }, 404);
        const node = cluster.nodes.get(what === 'nodes' ? first : what === 'explain' && first === 'nodes' ? second : fourth ?? '');
        switch (what) {
            case 'overview':
                return json(response, { atMillis: Date.now(), kind: 'embedded', version: '0.9-fixture', writable: cluster.writable, status: cluster.status(), resources: RESOURCES, hiddenResources: 0 });
            case 'nodes': {
                if (first === undefined) {
                    return json(response, nodesAnswer());
                }
                if (!node) {
                    return missing(`there is no node ${first}`);
                }
                const pods = [...cluster.byNode.get(first)].map((name) => cluster.pods.get(name));
                return json(response, {
                    atMillis: Date.now(),
                    node,
                    resources: RESOURCES,
                    labels: cluster.labels.get(first),
                    pods: pods.map((pod) => ({ pod: pod.pod, priority: pod.priority, requested: pod.requested, phase: 'Running', assumed: false })),
                    hidden: cluster.hidden,
                    devices: pods.slice(0, 8).map((pod, index) => ({
                        device: `gpu.example.com/${first}/gpu-${index}`,
                        taints: index === 1 ? ['example.com/unhealthy:NoSchedule'] : [],
                        claims: index % 2 === 0 ? [`${pod.pod}-gpu`] : [],
                        hiddenClaims: index === 2 ? 1 : 0,
                    })),
                });
            }
            case 'pods':
                return json(response, cluster.podList(url.searchParams));
            case 'queue':
                return json(response, cluster.queue(url.searchParams));
            case 'decisions':
                return json(response, { atMillis: Date.now(), decisions: cluster.decisions.slice(0, Number(url.searchParams.get('newest') ?? 100)), hidden: 0 });
            case 'explain': {
                if (first === 'nodes') {
                    if (!node) {
                        return missing(`there is no node ${second}`);
                    }
                    const waiting = [...cluster.pods.values()].filter((pod) => pod.state === 'unschedulable');
                    return json(response, {
                        atMillis: Date.now(),
                        node,
                        resources: RESOURCES,
                        summary: `${second} has ${node.pods} pods. Of the pending pods, 0 would fit and ${waiting.length} would not.`,
                        rejections: [{ plugin: 'NodeResourcesFit', reasons: ['Insufficient cpu'], pods: waiting.length, podNames: waiting.slice(0, 10).map((pod) => pod.pod), helpPage: 'node-resources-fit', facts: [] }],
                        fits: 0,
                        rejected: waiting.length,
                        notEvaluated: 0,
                        hidden: 0,
                    });
                }
                const key = `${second}/${third}`;
                const found = fourth === 'dry-run' ? cluster.dryRun(key) : cluster.explain(key);
                return found ? json(response, found) : missing(`there is no pod ${key}; look it up under Pods`);
            }
            case 'why-not': {
                const pod = cluster.pods.get(`${first}/${second}`);
                const on = cluster.nodes.get(third);
                if (!pod || !on) {
                    return missing(`there is no ${pod ? `node ${third}` : `pod ${first}/${second}`}`);
                }
                const rejection = cluster.results(true).find((one) => one.node === third)?.rejection;
                return json(response, {
                    atMillis: Date.now(),
                    pod: pod.pod,
                    node: third,
                    summary: rejection ? `${pod.pod} does not fit on ${third}: ${rejection.reasons[0]} (${rejection.plugin}).` : `${pod.pod} fits on ${third}, but another node has a higher score.`,
                    outcome: rejection ? 'rejected' : 'fits',
                    hints: [],
                    ...(rejection ? { rejection } : { scores: cluster.scores(third, 1), bestScores: cluster.scores([...cluster.nodes.keys()][0], 1) }),
                    note: 'This is a dry run on the current state. Extenders are not called.',
                });
            }
            case 'history': {
                const columns = Object.keys(cluster.seconds[0]);
                return json(response, {
                    ...Object.fromEntries(columns.map((name) => [name, cluster.seconds.map((second) => second[name])])),
                });
            }
            case 'help': {
                const pages = readdirSync(helpPages).filter((file) => file.endsWith('.md') && file !== 'README.md').sort();
                if (first === undefined) {
                    return json(response, { pages: pages.map((file) => ({ page: file.slice(0, -3), title: readFileSync(join(helpPages, file), 'utf8').split('\n')[0].slice(2) })) });
                }
                if (!pages.includes(`${first}.md`)) {
                    return missing(`there is no help page ${first}`);
                }
                response.writeHead(200, { 'Content-Type': 'text/markdown; charset=utf-8', 'Content-Security-Policy': CSP });
                response.end(readFileSync(join(helpPages, `${first}.md`)));
                return;
            }
            case 'examples':
                return json(response, { examples: EXAMPLES });
            case 'pause':
            case 'resume':
                cluster.paused = what === 'pause';
                return json(response, cluster.status());
            case 'step':
                if (!cluster.paused) {
                    return json(response, { error: 'the scheduler is not paused; pause it first' }, 409);
                }
                cluster.schedule();
                return json(response, cluster.status());
            case 'stream':
                response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'Content-Security-Policy': CSP });
                streams.add(response);
                response.on('close', () => streams.delete(response));
                send(response, 'status', cluster.status());
                send(response, 'nodes', { atMillis: Date.now(), version: cluster.version, reset: true, changed: [], deleted: [] });
                return;
            default:
                return missing(`there is nothing at ${url.pathname}`);
        }
    }

    function kube(request, response, url, body) {
        const path = url.pathname.slice('/k8s/'.length);
        const object = () => (body.trimStart().startsWith('{') ? JSON.parse(body) : fromYaml(body));
        const status = (code, message) => json(response, { kind: 'Status', status: 'Failure', message, code }, code);
        let match;
        if (path === 'api/v1') {
            return json(response, { resources: [{ name: 'pods', kind: 'Pod', namespaced: true }, { name: 'pods/eviction', kind: 'Eviction', namespaced: true }, { name: 'nodes', kind: 'Node', namespaced: false }] });
        }
        if (path === 'apis/apps/v1') {
            return json(response, { resources: [{ name: 'deployments', kind: 'Deployment', namespaced: true }] });
        }
        if ((match = /^api\/v1\/namespaces\/([^/]+)\/pods$/.exec(path)) && request.method === 'POST') {
            const pod = object();
            const name = `${match[1]}/${pod.metadata.name}`;
            if (cluster.pods.has(name)) {
                return status(409, `pods "${pod.metadata.name}" already exists`);
            }
            const made = cluster.addPod(name);
            cluster.record(made, made.state === 'bound' ? 'scheduled' : 'unschedulable');
            return json(response, { metadata: { name: pod.metadata.name, namespace: match[1] } }, 201);
        }
        if (path === 'api/v1/nodes' && request.method === 'POST') {
            const made = object();
            cluster.addNode(made.metadata.name, 1);
            cluster.nodeNames = undefined;
            cluster.touch(made.metadata.name);
            return json(response, { metadata: { name: made.metadata.name } }, 201);
        }
        if ((match = /^api\/v1\/nodes\/([^/]+)$/.exec(path))) {
            const name = decodeURIComponent(match[1]);
            const node = cluster.nodes.get(name);
            if (!node) {
                return status(404, `nodes "${name}" not found`);
            }
            if (request.method === 'PATCH') {
                node.cordoned = JSON.parse(body).spec.unschedulable === true;
                cluster.touch(name);
                return json(response, { metadata: { name } });
            }
            if (request.method === 'DELETE') {
                [...cluster.byNode.get(name)].forEach((pod) => cluster.remove(cluster.pods.get(pod)));
                cluster.nodes.delete(name);
                cluster.nodeNames = undefined;
                cluster.changed.delete(name);
                cluster.deleted.add(name);
                return json(response, { status: 'Success' });
            }
        }
        if (path === 'api/v1/pods') {
            const name = (url.searchParams.get('fieldSelector') ?? '').replace('spec.nodeName=', '');
            const items = [...(cluster.byNode.get(name) ?? [])].map((key) => {
                const pod = cluster.pods.get(key);
                const [namespace, ...rest] = key.split('/');
                return { metadata: { name: rest.join('/'), namespace, uid: pod.uid, ...(pod.daemon ? { ownerReferences: [{ kind: 'DaemonSet' }] } : {}) } };
            });
            return json(response, { items });
        }
        if ((match = /^api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/eviction$/.exec(path))) {
            const pod = cluster.pods.get(`${decodeURIComponent(match[1])}/${decodeURIComponent(match[2])}`);
            if (!pod) {
                return status(404, 'not found');
            }
            if (!pod.refusedOnce && pod.pod.includes('api')) {
                pod.refusedOnce = true;
                return status(429, "Cannot evict pod as it would violate the pod's disruption budget.");
            }
            cluster.remove(pod);
            return json(response, { status: 'Success' }, 201);
        }
        if (path === 'apis/apps/v1/deployments') {
            return json(response, { items: [...cluster.deployments.values()] });
        }
        if ((match = /^apis\/apps\/v1\/namespaces\/([^/]+)\/deployments$/.exec(path)) && request.method === 'POST') {
            const made = object();
            made.metadata.namespace = match[1];
            made.status = { readyReplicas: made.spec.replicas };
            cluster.deployments.set(`${match[1]}/${made.metadata.name}`, made);
            return json(response, made, 201);
        }
        if ((match = /^apis\/apps\/v1\/namespaces\/([^/]+)\/deployments\/([^/]+)\/scale$/.exec(path)) && request.method === 'PATCH') {
            const found = cluster.deployments.get(`${match[1]}/${match[2]}`);
            found.spec.replicas = JSON.parse(body).spec.replicas;
            found.status.readyReplicas = found.spec.replicas;
            return json(response, { spec: { replicas: found.spec.replicas } });
        }
        return status(404, `the server could not find the requested resource ${path}`);
    }

    let event = 0;
    function send(to, name, data) {
        to.write(`id: ${++event}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    }

    let turn = 0;
    const timer = setInterval(() => {
        if (stream) {
            cluster.live();
        }
        turn++;
        const changed = [...cluster.changed].flatMap((name) => cluster.nodes.get(name) ?? []);
        const deleted = [...cluster.deleted];
        const fresh = cluster.fresh.slice(0, 50);
        const skipped = Math.max(0, cluster.fresh.length - 50);
        cluster.changed.clear();
        cluster.deleted.clear();
        cluster.fresh = [];
        if (changed.length + deleted.length > 0) {
            cluster.version++;
        }
        const status = cluster.status();
        cluster.lastStates = status.states;
        const second = turn % 4 === 0 && stream ? cluster.second(Date.now()) : undefined;
        if (second) {
            cluster.seconds.push(second);
        }
        for (const to of streams) {
            send(to, 'status', status);
            if (changed.length + deleted.length > 0) {
                send(to, 'nodes', { atMillis: Date.now(), version: cluster.version, reset: false, changed, deleted });
            }
            if (fresh.length > 0) {
                send(to, 'decisions', { decisions: fresh, skipped });
            }
            if (second) {
                send(to, 'second', second);
            }
        }
    }, 250);

    await new Promise((listening) => server.listen(port, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${server.address().port}`;
    return {
        address,
        token,
        cluster,
        open: `${address}/?token=${token}`,
        dropStreams: () => streams.forEach((one) => one.destroy()),
        close: () => {
            clearInterval(timer);
            server.closeAllConnections();
            return new Promise((closed) => server.close(closed));
        },
    };
}

async function read(request) {
    const chunks = [];
    for await (const chunk of request) {
        chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
}

/** Only what the tests need of YAML: the name. */
function fromYaml(text) {
    return { metadata: { name: /^\s+name:\s*(\S+)/m.exec(text)?.[1] ?? 'nameless' }, spec: {} };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [nodes, pods] = process.argv.slice(2).map(Number);
    const fixture = await serve({ port: Number(process.env.PORT ?? 8700), ...(nodes ? { nodes } : {}), ...(pods ? { pods } : {}), hostile: process.env.HOSTILE === '1' });
    console.log(`open ${fixture.open}`);
}
