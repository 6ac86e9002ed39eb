// A fictitious cluster that answers the questions of the page, the same in every run for the same numbers.

const QUEUE_STATES = ['active', 'backoff', 'unschedulable', 'gated', 'waiting', 'binding'];
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
        .map(([plugin, by]) => `${plugin}: ${by > 0 ? '+' : '−'}${Math.abs(by)}`);
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
        this.deleted = new Set();
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
                this.record(pod, 'scheduled');
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

    scores(name, salt) {
        const scores = PLUGINS.map(([plugin, weight], index) => {
            const raw = ((name.charCodeAt(name.length - 2) * 29 + name.charCodeAt(name.length - 1) * 17) * (index + 3) + index * 13 + salt * 7) % 101;
            const normalized = plugin === 'ImageLocality' ? 0 : plugin === 'TaintToleration' ? 100 : raw;
            return { plugin, raw: plugin === 'TaintToleration' ? 0 : raw, normalized, weighted: normalized * weight };
        });
        return { node: name, total: scores.reduce((sum, score) => sum + score.weighted, 0), scores };
    }

    rejections() {
        const texts = { NodeResourcesFit: 'cpu: 900 requested, at most 12 free and 32 allocatable on a node; too much even for an empty node', TaintToleration: 'taint dedicated=batch:NoSchedule is not tolerated', NodeUnschedulable: 'the node is cordoned' };
        const types = { NodeResourcesFit: 'resource', TaintToleration: 'taint', NodeUnschedulable: 'cordon' };
        const fact = (plugin, nodes) => ({ type: types[plugin], subject: '', text: texts[plugin], values: {}, amounts: {}, pods: [], hiddenPods: 0, nodes: nodes.length });
        const all = [...this.nodes.values()];
        const group = (plugin, code, reason, help, nodes) => ({
            plugin,
            code,
            reasons: [reason],
            nodes: nodes.length,
            nodeNames: nodes.slice(0, 10).map((node) => node.name),
            helpPage: help,
            facts: nodes.length === 0 ? [] : [fact(plugin, nodes)],
            advice: [],
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
        const parts = this.rejections().map((group) => `${group.nodes} ${group.reasons[0]}`);
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
            atMillis: Date.now() - Math.floor(this.random() * 200),
            tookMicros: 60 + Math.floor(this.random() ** 4 * 4_000),
            nodes: this.nodes.size,
            feasible: 0,
            outcome,
            node: '',
            ties: 0,
            allocations: {},
            message: '',
            plugins: [],
            rejections: [],
            moves: [],
            nodeResults: [],
        };
        const decision =
            outcome === 'scheduled'
                ? { ...base, node: pod.node, ties: 1 + (salt % 5 === 0 ? 3 : 0), lazy: salt, feasible: Math.floor(this.nodes.size * 0.8) }
                : { ...base, message: 'see explain', plugins: ['NodeResourcesFit', 'TaintToleration'] };
        this.totals[outcome === 'scheduled' ? 'scheduled' : 'unschedulable']++;
        this.decisions.unshift(decision);
        this.decisions.length = Math.min(this.decisions.length, 300);
        this.fresh.unshift(decision);
        return decision;
    }

    /** What the answer has of a decision that the memory has only a hint of. */
    whole(decision, pod) {
        const { lazy, ...rest } = decision;
        if (decision.outcome !== 'scheduled') {
            return { ...rest, message: this.message(), rejections: this.rejections() };
        }
        const names = [...this.nodes.keys()];
        const winner = this.scores(decision.node, 1);
        let runnerUp = { total: -1 };
        for (let turn = 0; turn < 60; turn++) {
            const other = this.scores(names[(lazy * 31 + turn * 7) % names.length], 1);
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
            allocations: pod?.pod.includes('cache') ? { VolumeBinding: ['claim data gets volume disk-b of 20Gi'] } : {},
            rejections: this.rejections().filter((group) => group.plugin !== 'NodeResourcesFit'),
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
            atMillis: at,
            tookMicros: 180 + attempt * 41,
            nodes: this.nodes.size,
            feasible: outcome === 'scheduled' ? Math.floor(this.nodes.size * 0.8) : 0,
            outcome,
            node: '',
            ties: 0,
            allocations: {},
            message: '',
            plugins: [],
            rejections: [],
            moves: [],
            nodeResults: [],
            ...(outcome === 'scheduled' ? { node: pod.node, ties: 1, lazy: attempt } : {}),
        });
        if (pod.state !== 'gated') {
            const last = found ?? make(pod.attempts, pod.since, bound || pod.state === 'waiting' || pod.state === 'binding' ? 'scheduled' : 'unschedulable');
            attempts.push(this.whole(last, pod));
            for (let attempt = pod.attempts - 1; attempt > Math.max(0, pod.attempts - 5); attempt--) {
                attempts.push(this.whole(make(attempt, pod.since - (pod.attempts - attempt) * 61_000, 'unschedulable'), pod));
            }
            const newest = attempts[0];
            newest.moves = [
                { queue: 'active', event: 'PodAdd', atMillis: pod.since - 65_000 },
                { queue: 'unschedulable', event: 'ScheduleAttemptFailure', atMillis: pod.since - 64_400 },
                { queue: 'backoff', event: 'AssignedPodDelete', atMillis: pod.since - 3_000 },
                { queue: 'active', event: 'BackoffComplete', atMillis: pod.since },
            ];
            if (pod.nominated) {
                const victims = [...this.byNode.get(pod.nominated)].slice(0, 2);
                newest.preemption = {
                    summary: `${key} preempts 2 pods on ${pod.nominated}, one of 3 candidates among 40 examined nodes, chosen for fewest victims.`,
                    nodesExamined: 40,
                    candidates: 3,
                    node: pod.nominated,
                    decidedBy: 'fewest victims',
                    victims: victims.map((victim) => ({
                        pod: victim,
                        priority: 0,
                        reasons: ['Insufficient cpu'],
                        budgets: ['shop/api'],
                        violatesBudget: victim === victims[1],
                    })),
                    reprieved: [...this.byNode.get(pod.nominated)].slice(2, 4),
                    candidateNodes: [...this.nodes.keys()].slice(0, 3).map((node, index) => ({ node, victims: 2 + index, budgetViolations: index })),
                };
            }
            if (pod.detail || pod.attempts > 4) {
                newest.nodeResults = this.results(newest.outcome === 'scheduled');
            }
        }
        const answers = {
            bound: `${key} is bound to ${pod.node}: ${Math.floor(this.nodes.size * 0.8)} of ${this.nodes.size} nodes fit, and ${pod.node} has the highest total score.`,
            unschedulable: `${key} is unschedulable: none of ${this.nodes.size} nodes fits.`,
            backoff: `${key} is in backoff and is retried soon: none of ${this.nodes.size} nodes fits.`,
            gated: `${key} is gated by SchedulingGates: waiting for scheduling gates: [example.com/quota].`,
            waiting: `${key} is assumed on ${pod.node} and waits for Coscheduling.`,
            binding: `${key} is being bound to ${pod.node}.`,
            active: `${key} is active and is retried next.`,
        };
        const stuck = pod.state === 'unschedulable' || pod.state === 'backoff';
        return {
            atMillis: Date.now(),
            pod: key,
            state: pod.state,
            summary: answers[pod.state] ?? key,
            node: pod.node,
            nominatedNodeName: pod.nominated ?? '',
            sinceMillis: pod.since,
            ...(pod.until ? { untilMillis: pod.until } : {}),
            priority: pod.priority,
            schedulerName: 'default-scheduler',
            plugins: [],
            rejections: stuck ? this.rejections() : [],
            scoreDifferences: attempts[0]?.winner ? differences(attempts[0].winner, attempts[0].runnerUp) : [],
            requeue: stuck || pod.state === 'gated' ? this.requeue(pod) : [],
            hints: stuck ? ['NodeResourcesFit: reduce the pod\'s requests, or add a node', 'TaintToleration: add a toleration for the taint to the pod'] : [],
            attempts,
        };
    }

    results(fits) {
        return [...this.nodes.values()].map((node) => {
            if (node.cordoned) {
                return { node: node.name, rejection: { plugin: 'NodeUnschedulable', code: 'UnschedulableAndUnresolvable', reasons: ['node(s) were unschedulable'], nodes: 1, nodeNames: [], helpPage: 'node-unschedulable', facts: [], advice: [] } };
            }
            if (node.taints.length > 0) {
                return { node: node.name, rejection: { plugin: 'TaintToleration', code: 'UnschedulableAndUnresolvable', reasons: ['node(s) had untolerated taint(s)'], nodes: 1, nodeNames: [], helpPage: 'taint-toleration', facts: [], advice: [] } };
            }
            return fits
                ? { node: node.name, scores: this.scores(node.name, 1) }
                : { node: node.name, rejection: { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu'], nodes: 1, nodeNames: [], helpPage: 'node-resources-fit', facts: [], advice: [] } };
        });
    }

    dryRun(key) {
        const pod = this.pods.get(key);
        if (!pod) {
            return undefined;
        }
        const placed = !['unschedulable', 'backoff', 'gated'].includes(pod.state);
        const results = this.results(placed);
        const scored = results.filter((one) => one.scores).sort((a, b) => b.scores.total - a.scores.total);
        const bestNodes = scored.filter((one) => one.scores.total === scored[0].scores.total).map((one) => one.node);
        return {
            atMillis: Date.now(),
            pod: key,
            profile: 'default-scheduler',
            outcome: pod.state === 'gated' ? 'gated' : placed ? 'scheduled' : 'unschedulable',
            summary: placed ? `${key} would be scheduled to ${bestNodes[0]}.` : `${key} is unschedulable.`,
            note: 'This is a dry run on the current state. Extenders are not called.',
            message: placed ? '' : this.message(),
            plugins: [],
            bestNodes,
            nominated: false,
            nodes: results.length,
            feasible: scored.length,
            allocations: {},
            rejections: placed ? this.rejections().filter((group) => group.plugin !== 'NodeResourcesFit') : this.rejections(),
            hints: [],
            nodeResults: results,
        };
    }

    requeue(pod) {
        if (pod.state === 'gated') {
            return [{ plugin: 'SchedulingGates', events: ['PodUpdate'], descriptions: ["the pod's last scheduling gate is removed"] }];
        }
        return [
            { plugin: 'NodeResourcesFit', events: ['NodeAdd', 'AssignedPodDelete'], descriptions: ['a node is added', 'a pod is removed from its node'] },
            { plugin: 'TaintToleration', events: ['NodeTaintChange'], descriptions: ["a node's taints change"] },
        ];
    }

    queue(query) {
        const search = query.get('search') ?? '';
        const offset = Number(query.get('offset') ?? 0);
        const limit = Number(query.get('limit') ?? 100);
        const only = query.get('state') ?? '';
        const states = QUEUE_STATES.map((state) => {
            const all = [...this.pods.values()].filter((pod) => pod.state === state).sort((a, b) => a.since - b.since);
            const found = all.filter((pod) => pod.pod.includes(search));
            return {
                state,
                count: all.length,
                hidden: 0,
                matching: found.length,
                ...(all.length > 0 ? { oldestMillis: all[0].since } : {}),
                pods: found.slice(offset, offset + limit).map((pod) => ({
                    pod: pod.pod,
                    priority: pod.priority,
                    attempts: pod.attempts,
                    sinceMillis: pod.since,
                    ...(pod.until ? { untilMillis: pod.until } : {}),
                    plugins: { unschedulable: ['NodeResourcesFit', 'TaintToleration'], backoff: ['NodeResourcesFit'], gated: ['SchedulingGates'], waiting: ['Coscheduling'] }[state] ?? [],
                    node: pod.node,
                    nominatedNodeName: pod.nominated ?? '',
                    requeue: ['unschedulable', 'backoff', 'gated'].includes(state) ? this.requeue(pod) : [],
                })),
            };
        });
        return { atMillis: Date.now(), states: states.filter((one) => only === '' || one.state === only) };
    }

    podList(query) {
        const search = (query.get('search') ?? '').toLowerCase();
        const state = query.get('state') ?? '';
        const node = query.get('node') ?? '';
        const sort = query.get('sort') || 'name';
        const key = JSON.stringify([search, state, node, sort, this.pods.size, this.number]);
        if (this.listed?.key !== key) {
            const rows = [...this.pods.values()].filter(
                (pod) => (search === '' || pod.pod.toLowerCase().includes(search)) && (state === '' || pod.state === state) && (node === '' || pod.node === node),
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
            atMillis: Date.now(),
            total: this.listed.rows.length,
            hidden: this.hidden,
            pods: this.listed.rows
                .slice(offset, offset + limit)
                .map(({ pod, state: current, node: on, nominated = '', priority, created, attempts }) => ({ pod, state: current, node: on, nominatedNodeName: nominated, priority, createdMillis: created, attempts })),
        };
    }

    status() {
        const states = Object.fromEntries(QUEUE_STATES.map((state) => [state, 0]));
        for (const pod of this.pods.values()) {
            if (pod.state in states) {
                states[pod.state]++;
            }
        }
        return { atMillis: Date.now(), nodes: this.nodes.size, pods: this.pods.size, assumed: 0, ...this.totals, states, paused: this.paused, informed: true };
    }

    second(at) {
        const wave = Math.sin(at / 41_000) + 1.3;
        const states = this.lastStates ?? { active: 12, backoff: 31, unschedulable: 84, gated: 12, waiting: 9, binding: 4 };
        const jitter = (value) => Math.max(0, Math.round(value * (0.85 + this.random() * 0.3)));
        return {
            atMillis: at,
            scheduled: jitter(140 * wave),
            unschedulable: jitter(18 * wave),
            errors: this.random() < 0.01 ? 1 : 0,
            p50Micros: Math.round(90 + this.random() * 30),
            p99Micros: Math.round(400 + this.random() ** 3 * 2_600),
            activePods: jitter(states.active * wave),
            backoffPods: jitter(states.backoff),
            unschedulablePods: jitter(states.unschedulable),
            gatedPods: states.gated,
            waitingPods: jitter(states.waiting),
            bindingPods: jitter(states.binding),
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

export { QUEUE_STATES, RESOURCES };
