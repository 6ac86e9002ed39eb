// A made-up cluster that answers the questions of the page: the same in every run, for the same numbers.

const LANES = ['active', 'backoff', 'unschedulable', 'gated', 'waiting', 'binding'];
const RESOURCES = ['cpu', 'memory', 'ephemeral-storage', 'pods', 'example.com/gpu'];
const GI = 1024 ** 3;
const MI = 1024 ** 2;
const PLUGINS = [
    ['TaintToleration', 3],
    ['NodeAffinity', 2],
    ['NodeResourcesFit', 1],
    ['PodTopologySpread', 2],
    ['InterPodAffinity', 2],
    ['NodeResourcesBalancedAllocation', 1],
    ['ImageLocality', 1],
];

export const HOSTILE = [
    'shop/<img src=x onerror=alert(1)>',
    'shop/"><script>window.hurt=1</script>',
    'shop/\u202egnp.exe',
    'shop/\u001b[31mred\u0007',
    `shop/${'long-'.repeat(50)}end`,
    'shop/عربي-mixed',
    'shop/&lt;b&gt;javascript:alert(1)',
];

function generator(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = state;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

function differences(winner, other) {
    return winner.scores
        .map((score, index) => [score.plugin, score.weighted - other.scores[index].weighted])
        .filter(([, by]) => by !== 0)
        .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
        .slice(0, 3)
        .map(([plugin, by]) => `${plugin} put it ${Math.abs(by)} points ${by > 0 ? 'ahead' : 'behind'}`);
}

export class Cluster {
    constructor({ nodes = 120, pods = 4200, hostile = false, seed = 7, hidden = 0, writable = true } = {}) {
        this.random = generator(seed);
        this.start = Date.now();
        this.writable = writable;
        this.paused = false;
        this.version = 1;
        this.nodes = new Map();
        this.labels = new Map();
        this.pods = new Map();
        this.byNode = new Map();
        this.decisions = [];
        this.number = 0;
        this.hidden = hidden;
        this.totals = { attempts: 0, scheduled: 0, unschedulable: 0, errors: 0 };
        this.seconds = [];
        this.changed = new Set();
        this.gone = new Set();
        this.fresh = [];
        this.deployments = new Map();
        const digits = String(nodes).length;
        for (let index = 1; index <= nodes; index++) {
            this.addNode(`node-${String(index).padStart(digits, '0')}`, index);
        }
        if (hostile) {
            this.addNode('node-<b>bold</b>\u202eevil', 5);
            this.addNode(`node-${'n'.repeat(248)}`, 6);
            this.nodes.get('node-<b>bold</b>\u202eevil').taints = ['<i>key</i>=\u202evalue:NoSchedule'];
            HOSTILE.forEach((name) => this.addPod(name));
        }
        const namespaces = ['shop', 'search', 'payments', 'batch', 'web'];
        const apps = ['api', 'worker', 'cache', 'frontend', 'index', 'stream', 'cron'];
        for (let index = 0; index < pods; index++) {
            const namespace = namespaces[Math.floor(this.random() * namespaces.length)];
            const app = apps[Math.floor(this.random() * apps.length)];
            const hash = Math.floor(this.random() * 36 ** 5).toString(36).padStart(5, '0');
            this.addPod(`${namespace}/${app}-${hash}-${index.toString(36).padStart(4, '0')}`);
        }
        this.preemptor();
        const now = this.start;
        for (let second = 900; second > 0; second--) {
            this.seconds.push(this.second(now - second * 1000));
        }
        this.changed.clear();
        this.fresh = [];
    }

    addNode(name, index) {
        const large = index % 7 === 0;
        const gpu = index % 19 === 0;
        this.nodes.set(name, {
            name,
            zone: index % 40 === 39 ? '' : ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'][index % 3],
            ready: index % 67 !== 12,
            cordoned: index % 47 === 11,
            taints: gpu ? ['example.com/gpu=true:NoSchedule'] : index % 53 === 9 ? ['dedicated=batch:NoSchedule'] : [],
            pods: 0,
            allocatable: [large ? 64000 : 32000, (large ? 256 : 128) * GI, 500 * GI, 110, gpu ? 8 : 0],
            requested: [0, 0, 0, 0, 0],
        });
        this.labels.set(name, {
            'kubernetes.io/hostname': name,
            'kubernetes.io/arch': 'amd64',
            'node.kubernetes.io/instance-type': large ? 'large' : 'small',
            ...(index % 40 === 39 ? {} : { 'topology.kubernetes.io/zone': ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'][index % 3] }),
        });
        this.byNode.set(name, new Set());
    }

    addPod(name) {
        const draw = this.random();
        const pod = {
            pod: name,
            uid: `uid-${this.pods.size}`,
            state: 'bound',
            node: '',
            priority: draw < 0.04 ? 2000001000 : draw < 0.2 ? 1000 : 0,
            created: this.start - Math.floor(this.random() ** 3 * 86_400_000 * 6) - 3_000,
            since: this.start - Math.floor(this.random() ** 2 * 3_600_000) - 1_000,
            attempts: 1 + Math.floor(this.random() ** 4 * 9),
            requested: [
                [100, 250, 500, 1000, 2000][Math.floor(this.random() * 5)],
                [128, 256, 512, 1024, 4096][Math.floor(this.random() * 5)] * MI,
                0,
                1,
                0,
            ],
            daemon: this.random() < 0.03,
        };
        this.pods.set(name, pod);
        const state = this.random();
        if (state < 0.9 && this.place(pod)) {
            return pod;
        }
        pod.state = ['active', 'backoff', 'unschedulable', 'unschedulable', 'unschedulable', 'gated', 'waiting', 'binding', 'unschedulable'][
            Math.floor(this.random() * 9)
        ];
        if (pod.state === 'waiting' || pod.state === 'binding') {
            pod.node = this.anyNode().name;
        }
        if (pod.state === 'backoff' || pod.state === 'waiting') {
            pod.until = this.start + 8_000 + Math.floor(this.random() * 600_000);
        }
        return pod;
    }

    anyNode() {
        const names = (this.nodeNames ??= [...this.nodes.keys()]);
        return this.nodes.get(names[Math.floor(this.random() * names.length)]) ?? [...this.nodes.values()][0];
    }

    place(pod) {
        for (let turn = 0; turn < 30; turn++) {
            const node = this.anyNode();
            const fits = node.allocatable.every((all, index) => node.requested[index] + pod.requested[index] <= all || pod.requested[index] === 0);
            if (fits && node.ready && !node.cordoned && node.taints.length === 0) {
                pod.node = node.name;
                pod.state = 'bound';
                delete pod.until;
                this.byNode.get(node.name).add(pod.pod);
                node.requested = node.requested.map((used, index) => used + pod.requested[index]);
                node.pods++;
                this.touch(node.name);
                this.record(pod, 'placed');
                return true;
            }
        }
        return false;
    }

    remove(pod) {
        const node = this.nodes.get(pod.node);
        this.pods.delete(pod.pod);
        if (node && this.byNode.get(node.name).delete(pod.pod)) {
            node.requested = node.requested.map((used, index) => used - pod.requested[index]);
            node.pods--;
            this.touch(node.name);
        }
    }

    touch(name) {
        this.changed.add(name);
        const node = this.nodes.get(name);
        if (node) {
            this.nodes.set(name, { ...node });
        }
    }

    card(name, salt) {
        const scores = PLUGINS.map(([plugin, weight], index) => {
            const raw = ((name.charCodeAt(name.length - 2) * 29 + name.charCodeAt(name.length - 1) * 17) * (index + 3) + index * 13 + salt * 7) % 101;
            const normalised = plugin === 'ImageLocality' ? 0 : plugin === 'TaintToleration' ? 100 : raw;
            return { plugin, raw: plugin === 'TaintToleration' ? 0 : raw, normalised, weighted: normalised * weight };
        });
        return { node: name, total: scores.reduce((sum, score) => sum + score.weighted, 0), scores };
    }

    groups() {
        const all = [...this.nodes.values()];
        const group = (plugin, code, reason, help, nodes) => ({
            plugin,
            code,
            reasons: [reason],
            nodes: nodes.length,
            names: nodes.slice(0, 10).map((node) => node.name),
            help,
        });
        const cordoned = all.filter((node) => node.cordoned);
        const tainted = all.filter((node) => !node.cordoned && node.taints.length > 0);
        const rest = all.filter((node) => !node.cordoned && node.taints.length === 0);
        return [
            group('NodeResourcesFit', 'Unschedulable', 'Insufficient cpu', 'node-resources-fit', rest),
            group('TaintToleration', 'UnschedulableAndUnresolvable', 'node(s) had untolerated taint(s)', 'taint-toleration', tainted),
            group('NodeUnschedulable', 'UnschedulableAndUnresolvable', 'node(s) were unschedulable', 'node-unschedulable', cordoned),
        ].filter((one) => one.nodes > 0);
    }

    message() {
        const parts = this.groups().map((group) => `${group.nodes} ${group.reasons[0]}`);
        return `0/${this.nodes.size} nodes are available: ${parts.join(', ')}. preemption: 0/${this.nodes.size} nodes are available: no victims.`;
    }

    record(pod, outcome) {
        this.number++;
        this.totals.attempts++;
        const salt = this.number;
        const base = {
            number: this.number,
            pod: pod.pod,
            profile: 'default-scheduler',
            attempt: pod.attempts,
            at: Date.now() - Math.floor(this.random() * 200),
            tookMicros: 60 + Math.floor(this.random() ** 4 * 4_000),
            nodes: this.nodes.size,
            feasible: 0,
            outcome,
        };
        const decision =
            outcome === 'placed'
                ? { ...base, node: pod.node, ties: 1 + (salt % 5 === 0 ? 3 : 0), draw: 0, lazy: salt, feasible: Math.floor(this.nodes.size * 0.8) }
                : { ...base, message: 'see explain', plugins: ['NodeResourcesFit', 'TaintToleration'] };
        this.totals[outcome === 'placed' ? 'scheduled' : 'unschedulable']++;
        this.decisions.unshift(decision);
        this.decisions.length = Math.min(this.decisions.length, 300);
        this.fresh.unshift(decision);
        return decision;
    }

    /** What the answer has of a decision that the memory has only a hint of. */
    whole(decision, pod) {
        const { lazy, ...rest } = decision;
        if (decision.outcome !== 'placed') {
            return { ...rest, message: this.message(), rejected: this.groups() };
        }
        const names = [...this.nodes.keys()];
        const winner = this.card(decision.node, 1);
        let runnerUp = { total: -1 };
        for (let turn = 0; turn < 60; turn++) {
            const other = this.card(names[(lazy * 31 + turn * 7) % names.length], 1);
            if (other.total <= winner.total && other.total > runnerUp.total && other.node !== winner.node) {
                runnerUp = other;
            }
        }
        if (runnerUp.total < 0) {
            runnerUp = { ...winner, node: names[0] === winner.node ? names[1] : names[0] };
        }
        return {
            ...rest,
            winner,
            runnerUp,
            offers: pod?.pod.includes('cache') ? { VolumeBinding: ['claim data gets volume disk-b of 20Gi'] } : {},
            rejected: this.groups().filter((group) => group.plugin !== 'NodeResourcesFit'),
        };
    }

    preemptor() {
        const pod = this.addPod('payments/settle-urgent');
        this.remove(pod);
        this.pods.set(pod.pod, pod);
        Object.assign(pod, { state: 'unschedulable', node: '', priority: 100000, attempts: 3, since: this.start - 4_000, nominated: this.anyNode().name });
        const free = this.addPod('shop/checkout-pinned');
        this.remove(free);
        this.pods.set(free.pod, free);
        this.decisions = this.decisions.filter((one) => one.pod !== pod.pod && one.pod !== free.pod);
        Object.assign(free, { state: 'bound', node: '', attempts: 1, detail: true });
        this.place(free);
    }

    explain(key) {
        const pod = this.pods.get(key);
        if (!pod) {
            return undefined;
        }
        const bound = pod.state === 'bound';
        const attempts = [];
        const found = this.decisions.find((one) => one.pod === key);
        const make = (attempt, at, outcome) => ({
            number: 1_000_000 + attempt,
            pod: key,
            profile: 'default-scheduler',
            attempt,
            at,
            tookMicros: 180 + attempt * 41,
            nodes: this.nodes.size,
            feasible: outcome === 'placed' ? Math.floor(this.nodes.size * 0.8) : 0,
            outcome,
            ...(outcome === 'placed' ? { node: pod.node, ties: 1, draw: 0, lazy: attempt } : {}),
        });
        if (pod.state !== 'gated') {
            const last = found ?? make(pod.attempts, pod.since, bound || pod.state === 'waiting' || pod.state === 'binding' ? 'placed' : 'unschedulable');
            attempts.push(this.whole(last, pod));
            for (let attempt = pod.attempts - 1; attempt > Math.max(0, pod.attempts - 5); attempt--) {
                attempts.push(this.whole(make(attempt, pod.since - (pod.attempts - attempt) * 61_000, 'unschedulable'), pod));
            }
            const newest = attempts[0];
            newest.moves = [
                { queue: 'active', event: 'PodAdd', at: pod.since - 65_000 },
                { queue: 'unschedulable', event: 'ScheduleAttemptFailure', at: pod.since - 64_400 },
                { queue: 'backoff', event: 'AssignedPodDelete', at: pod.since - 3_000 },
                { queue: 'active', event: 'BackoffComplete', at: pod.since },
            ];
            if (pod.nominated) {
                const victims = [...this.byNode.get(pod.nominated)].slice(0, 2);
                newest.preemption = {
                    examined: 40,
                    possible: 3,
                    node: pod.nominated,
                    decidedBy: 'fewest victims',
                    victims: victims.map((victim) => ({
                        pod: victim,
                        priority: 0,
                        why: ['its cpu is needed', 'lowest priority on the node'],
                        budgets: ['shop/api'],
                        violates: victim === victims[1],
                    })),
                    spared: [...this.byNode.get(pod.nominated)].slice(2, 4),
                    options: [...this.nodes.keys()].slice(0, 3).map((node, index) => ({ node, victims: 2 + index, violations: index })),
                };
            }
            if (pod.detail || pod.attempts > 4) {
                newest.detail = this.detail(newest.outcome === 'placed');
            }
        }
        const answers = {
            bound: `${key} is on ${pod.node}: of ${Math.floor(this.nodes.size * 0.8)} nodes that would do it scored highest, by PodTopologySpread.`,
            unschedulable: `${key} fits on none of ${this.nodes.size} nodes: most have too little cpu left for the ${pod.requested[0]}m it asks for.`,
            backoff: `${key} was refused everywhere and is tried again when its backoff ends.`,
            gated: `${key} is not tried: its scheduling gate example.com/quota is still there.`,
            waiting: `${key} has room on ${pod.node} and waits for a permit.`,
            binding: `${key} is being bound to ${pod.node}.`,
            active: `${key} waits for its turn.`,
        };
        const stuck = pod.state === 'unschedulable' || pod.state === 'backoff';
        return {
            pod: key,
            state: pod.state,
            answer: answers[pod.state] ?? key,
            node: pod.node,
            nominated: pod.nominated ?? '',
            since: pod.since,
            ...(pod.until ? { until: pod.until } : {}),
            priority: pod.priority,
            scheduler: 'default-scheduler',
            groups: stuck ? this.groups() : [],
            difference: attempts[0]?.winner ? differences(attempts[0].winner, attempts[0].runnerUp) : [],
            helps: stuck || pod.state === 'gated' ? this.wakes(pod) : [],
            hints: stuck ? [`ask for less than ${pod.requested[0]}m of cpu`, 'add a node with that much cpu free', 'tolerate example.com/gpu=true:NoSchedule'] : [],
            attempts,
        };
    }

    detail(placed) {
        return [...this.nodes.values()].map((node) => {
            if (node.cordoned) {
                return { node: node.name, rejected: { plugin: 'NodeUnschedulable', code: 'UnschedulableAndUnresolvable', reasons: ['node(s) were unschedulable'], nodes: 1, help: 'node-unschedulable' } };
            }
            if (node.taints.length > 0) {
                return { node: node.name, rejected: { plugin: 'TaintToleration', code: 'UnschedulableAndUnresolvable', reasons: ['node(s) had untolerated taint(s)'], nodes: 1, help: 'taint-toleration' } };
            }
            return placed
                ? { node: node.name, card: this.card(node.name, 1) }
                : { node: node.name, rejected: { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu'], nodes: 1, help: 'node-resources-fit' } };
        });
    }

    present(key) {
        const pod = this.pods.get(key);
        if (!pod) {
            return undefined;
        }
        const placed = !['unschedulable', 'backoff', 'gated'].includes(pod.state);
        const nodes = this.detail(placed);
        const best = nodes.filter((one) => one.card).sort((a, b) => b.card.total - a.card.total);
        return {
            pod: key,
            at: Date.now(),
            outcome: pod.state === 'gated' ? 'gated' : placed ? 'scheduled' : 'unschedulable',
            note: 'recomputed on the present state: the detail of the attempt itself was not kept',
            message: placed ? '' : this.message(),
            best: best.filter((one) => one.card.total === best[0].card.total).map((one) => one.node),
            groups: placed ? this.groups().filter((group) => group.plugin !== 'NodeResourcesFit') : this.groups(),
            nodes,
        };
    }

    wakes(pod) {
        if (pod.state === 'gated') {
            return [{ plugin: 'SchedulingGates', events: ['PodUpdate'], words: ['its gates are removed'] }];
        }
        return [
            { plugin: 'NodeResourcesFit', events: ['NodeAdd', 'AssignedPodDelete'], words: ['a node is added', 'a pod leaves a node'] },
            { plugin: 'TaintToleration', events: ['NodeTaintChange'], words: ['a taint of a node changes'] },
        ];
    }

    queue(query) {
        const search = query.get('search') ?? '';
        const offset = Number(query.get('offset') ?? 0);
        const limit = Number(query.get('limit') ?? 100);
        const only = query.get('lane') ?? '';
        const lanes = LANES.map((lane) => {
            const found = only !== '' && only !== lane ? [] : [...this.pods.values()].filter((pod) => pod.state === lane && pod.pod.includes(search));
            found.sort((a, b) => a.since - b.since);
            return {
                lane,
                count: found.length,
                hidden: 0,
                pods: found.slice(offset, offset + limit).map((pod) => ({
                    pod: pod.pod,
                    priority: pod.priority,
                    attempts: pod.attempts,
                    since: pod.since,
                    ...(pod.until ? { until: pod.until } : {}),
                    by: { unschedulable: ['NodeResourcesFit', 'TaintToleration'], backoff: ['NodeResourcesFit'], gated: ['SchedulingGates'], waiting: ['Coscheduling'] }[lane] ?? [],
                    node: pod.node,
                    wakes: ['unschedulable', 'backoff', 'gated'].includes(lane) ? this.wakes(pod) : [],
                })),
            };
        });
        return { lanes };
    }

    podList(query) {
        const search = (query.get('search') ?? '').toLowerCase();
        const lane = query.get('lane') ?? '';
        const node = query.get('node') ?? '';
        const sort = query.get('sort') || 'name';
        const key = JSON.stringify([search, lane, node, sort, this.pods.size, this.number]);
        if (this.listed?.key !== key) {
            const rows = [...this.pods.values()].filter(
                (pod) => (search === '' || pod.pod.toLowerCase().includes(search)) && (lane === '' || pod.state === lane) && (node === '' || pod.node === node),
            );
            const by = sort.replace('-', '');
            const value = { name: (pod) => pod.pod, age: (pod) => -pod.created, state: (pod) => pod.state, priority: (pod) => pod.priority }[by];
            const sign = sort.startsWith('-') ? -1 : 1;
            rows.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : a.pod < b.pod ? -1 : 1));
            this.listed = { key, rows };
        }
        const offset = Number(query.get('offset') ?? 0);
        const limit = Number(query.get('limit') ?? 200);
        return {
            total: this.listed.rows.length,
            hidden: this.hidden,
            pods: this.listed.rows
                .slice(offset, offset + limit)
                .map(({ pod, state, node: on, priority, created, attempts }) => ({ pod, state, node: on, priority, created, attempts })),
        };
    }

    stats() {
        const lanes = Object.fromEntries(LANES.map((lane) => [lane, 0]));
        for (const pod of this.pods.values()) {
            if (pod.state in lanes) {
                lanes[pod.state]++;
            }
        }
        return { at: Date.now(), nodes: this.nodes.size, pods: this.pods.size, assumed: 0, ...this.totals, lanes, paused: this.paused };
    }

    second(at) {
        const wave = Math.sin(at / 41_000) + 1.3;
        const lanes = this.lastLanes ?? { active: 12, backoff: 31, unschedulable: 84, gated: 12, waiting: 9, binding: 4 };
        const jitter = (value) => Math.max(0, Math.round(value * (0.85 + this.random() * 0.3)));
        return {
            at,
            scheduled: jitter(140 * wave),
            unschedulable: jitter(18 * wave),
            errors: this.random() < 0.01 ? 1 : 0,
            p50Micros: Math.round(90 + this.random() * 30),
            p99Micros: Math.round(400 + this.random() ** 3 * 2_600),
            active: jitter(lanes.active * wave),
            backoff: jitter(lanes.backoff),
            parked: jitter(lanes.unschedulable),
            gated: lanes.gated,
            waiting: jitter(lanes.waiting),
            binding: jitter(lanes.binding),
        };
    }

    /** A little life: some pods come and go, each time the same share. */
    live() {
        if (this.paused) {
            return;
        }
        for (let turn = 0; turn < 6; turn++) {
            this.schedule();
        }
    }

    schedule() {
        const name = `web/live-${(this.number + 1).toString(36)}`;
        const pod = this.addPod(name);
        pod.created = pod.since = Date.now();
        pod.attempts = 1;
        if (pod.state !== 'bound') {
            this.record(pod, 'unschedulable');
            this.pods.delete(name);
        }
        (this.lively ??= []).push(pod);
        if (this.lively.length > 200) {
            this.remove(this.lively.shift());
        }
    }
}

export { LANES, RESOURCES };
