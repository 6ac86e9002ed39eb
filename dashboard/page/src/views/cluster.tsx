import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { LABELS, QUEUE_STATES, type DecisionItem, type NodeItem } from '../contract';
import { amount, clock, count, micros, percent, percentText, plural, visible } from '../format';
import { HeatMap, Legend } from '../map';
import { Badge, Bar, Empty, Name, NodeLink, PodLink, Search, useTitle } from '../parts';
import { go, nodePath, podPath, query, remember } from '../router';
import { sorted, sortOf, sortText } from '../sort';
import { decisions, nodes, nodesLoaded, nodesSeen, past, secondsSeen, skipped, status } from '../store';
import { Table, type Column } from '../table';

export function Cluster() {
    useTitle('Cluster');
    const pointed = useSignal('');
    const asked = query.value.get('resource') ?? '';
    void nodesLoaded.value;
    const resource = nodes.resources.includes(asked) || nodes.resources.length === 0 ? asked || 'cpu' : (nodes.resources[0] ?? 'cpu');
    const height = useMapHeight();
    return (
        <div class="cluster">
            <h1 class="aloud">Cluster</h1>
            <Strip />
            <section class="panel map-panel" aria-label="Heat map of nodes">
                <header class="panel-head">
                    <h2>Nodes by</h2>
                    <Resources resource={resource} />
                    <Legend />
                </header>
                <HeatMap resource={resource} maxHeight={height} onNode={(name) => (pointed.value = name)} />
            </section>
            <aside class="side">
                <Inspector name={pointed.value} />
                <Ticker />
            </aside>
            <NodeTable resource={resource} />
        </div>
    );
}

/** The maximum height of the map before its cells shrink. */
function useMapHeight(): number {
    const of = () => Math.max(160, Math.round(innerHeight * 0.42) - 60);
    const [height, setHeight] = useState(of);
    useEffect(() => {
        const measure = () => setHeight(of());
        addEventListener('resize', measure);
        return () => removeEventListener('resize', measure);
    }, []);
    return height;
}

function Resources({ resource }: { resource: string }) {
    return (
        <select aria-label="Resource" value={resource} onChange={(event) => remember({ resource: event.currentTarget.value })}>
            {(nodes.resources.length > 0 ? nodes.resources : [resource]).map((name) => (
                <option key={name} value={name}>
                    {visible(name)}
                </option>
            ))}
        </select>
    );
}

function Strip() {
    const present = status.value;
    void secondsSeen.value;
    const rate = past.latest('scheduled');
    const slowest = past.latest('p99Micros');
    return (
        <dl class="strip">
            <Figure title="nodes" value={present ? count(present.nodes) : '–'} />
            <Figure title="pods" value={present ? count(present.pods) : '–'} href="/pods" />
            <Figure title="pods/s" value={rate === null ? '–' : count(rate)} href="/charts" trend={past.columns.scheduled.slice(-60)} />
            <Figure title="p99 decision" value={slowest === null ? '–' : micros(slowest)} href="/charts" />
            {QUEUE_STATES.map((state) => (
                <Figure key={state} title={state} value={present ? count(present.states[state]) : '–'} href={`/queue/${state}`} state />
            ))}
        </dl>
    );
}

function Figure(props: { title: string; value: string; href?: string; state?: boolean; trend?: (number | null)[] }) {
    const quiet = props.state && props.value === '0';
    return (
        <div class={`figure${quiet ? ' zero' : ''}`}>
            <dt>{props.href ? <a href={props.href}>{props.title}</a> : props.title}</dt>
            <dd>
                {props.value}
                {props.trend && <Trend values={props.trend} />}
            </dd>
        </div>
    );
}

function Trend({ values }: { values: (number | null)[] }) {
    const high = Math.max(1, ...values.map((value) => value ?? 0));
    const points = values.map((value, index) => `${(60 - values.length + index).toFixed(0)},${(15 - ((value ?? 0) / high) * 14).toFixed(1)}`);
    return (
        <svg class="trend" viewBox="0 0 60 16" preserveAspectRatio="none" aria-hidden="true">
            <polyline points={points.join(' ')} />
        </svg>
    );
}

/** The figures of the selected node, or of the whole cluster. */
function Inspector({ name }: { name: string }) {
    void nodesSeen.value;
    const node = nodes.byName.get(name);
    return (
        <section class="panel inspector" aria-label={node ? 'Selected node' : 'Whole cluster'}>
            <header class="panel-head">
                <h2>{node ? <Name text={node.name} /> : 'Whole cluster'}</h2>
            </header>
            {node ? <OfNode node={node} /> : <OfAll />}
        </section>
    );
}

function OfNode({ node }: { node: NodeItem }) {
    return (
        <div class="inspected">
            {nodes.resources.map((resource, index) => (
                <Bar key={resource} resource={resource} used={node.requested[index] ?? 0} all={node.allocatable[index] ?? 0} />
            ))}
            <p class="marks">
                {node.zone !== '' && <span class="chip">{visible(node.zone)}</span>}
                {!node.ready && <span class="chip bad">not ready</span>}
                {node.cordoned && <span class="chip warn">cordoned</span>}
                {node.taints.map((taint) => (
                    <span class="chip" key={taint}>
                        <Name text={taint} />
                    </span>
                ))}
            </p>
        </div>
    );
}

function OfAll() {
    const sums = useComputed(() => {
        void nodesSeen.value;
        const used = nodes.resources.map(() => 0);
        const all = nodes.resources.map(() => 0);
        let cordoned = 0;
        let tainted = 0;
        let down = 0;
        for (const node of nodes.byName.values()) {
            for (let index = 0; index < used.length; index++) {
                used[index] = (used[index] ?? 0) + (node.requested[index] ?? 0);
                all[index] = (all[index] ?? 0) + (node.allocatable[index] ?? 0);
            }
            cordoned += node.cordoned ? 1 : 0;
            tainted += node.taints.length > 0 ? 1 : 0;
            down += node.ready ? 0 : 1;
        }
        return { used, all, cordoned, tainted, down };
    }).value;
    return (
        <div class="inspected">
            {nodes.resources.map((resource, index) => (
                <Bar key={resource} resource={resource} used={sums.used[index] ?? 0} all={sums.all[index] ?? 0} />
            ))}
            <p class="marks muted">
                {`${count(sums.cordoned)} cordoned, ${count(sums.tainted)} tainted, ${count(sums.down)} not ready`}
            </p>
        </div>
    );
}

const TICKS: Column<DecisionItem>[] = [
    { key: 'at', title: 'Time', width: '68px', cell: (one) => <span class="muted">{clock(one.atMillis)}</span> },
    { key: 'pod', title: LABELS.pod, width: 'minmax(80px, 3fr)', cell: (one) => <PodLink pod={one.pod} still /> },
    {
        key: 'to',
        title: LABELS.outcome,
        width: 'minmax(120px, 2fr)',
        cell: (one) => (one.outcome === 'scheduled' ? <NodeLink name={one.node} still /> : <Badge text={one.outcome} />),
    },
];

function Ticker() {
    return (
        <section class="panel ticker" aria-label="Latest decisions">
            <header class="panel-head">
                <h2>Latest decisions</h2>
                {skipped.value > 0 && (
                    <span class="muted spread" title="The stream omits decisions when there are too many">
                        {count(skipped.value)} skipped
                    </span>
                )}
            </header>
            <Table
                label="Latest decisions, newest first"
                columns={TICKS}
                count={decisions.value.length}
                row={(index) => decisions.value[index]}
                keyOf={(one) => String(one.number)}
                onOpen={(one) => one.pod !== '' && go(podPath(one.pod))}
                empty="No decisions yet."
            />
        </section>
    );
}

function used(node: NodeItem, resource: string): number {
    const index = nodes.resources.indexOf(resource);
    return percent(node.requested[index] ?? 0, node.allocatable[index] ?? 0);
}

function condition(node: NodeItem): string {
    return [node.ready ? '' : 'not ready', node.cordoned ? 'cordoned' : ''].filter(Boolean).join(', ');
}

const VALUES: Record<string, (node: NodeItem) => number | string> = {
    name: () => 0,
    zone: (node) => node.zone,
    condition,
    taints: (node) => node.taints.length,
};

/** Sorts at most once a second, so that rows do not jump. */
function useOrder(search: string, sort: string): string[] {
    const [turn, setTurn] = useState(0);
    const seen = useRef(-1);
    useEffect(() => {
        const timer = setInterval(() => {
            if (seen.current !== nodesSeen.peek()) {
                setTurn((before) => before + 1);
            }
        }, 1_000);
        return () => clearInterval(timer);
    }, []);
    const loaded = nodesLoaded.value;
    return useMemo(() => {
        seen.current = nodesSeen.peek();
        const order = sortOf(sort);
        const wanted = search.toLowerCase();
        const found = [...nodes.byName.values()].filter(
            (node) =>
                wanted === '' ||
                node.name.toLowerCase().includes(wanted) ||
                node.zone.toLowerCase().includes(wanted) ||
                condition(node).includes(wanted) ||
                node.taints.some((taint) => taint.toLowerCase().includes(wanted)),
        );
        const value = VALUES[order.key] ?? ((node: NodeItem) => used(node, order.key));
        const rows = sorted(found, value, (node) => node.name, order.down).map((node) => node.name);
        return order.key === 'name' && order.down ? rows.reverse() : rows;
    }, [search, sort, turn, loaded]);
}

function NodeTable({ resource }: { resource: string }) {
    const search = query.value.get('search') ?? '';
    const sort = query.value.get('sort') ?? 'name';
    const order = useOrder(search, sort);
    void nodesSeen.value;
    const shown = [...new Set(['cpu', 'memory', 'pods', resource])].filter((name) => nodes.resources.includes(name));
    const columns: Column<NodeItem>[] = [
        { key: 'name', title: LABELS.node, width: 'minmax(140px, 3fr)', sortable: true, cell: (node) => <NodeLink name={node.name} still /> },
        { key: 'zone', title: 'Zone', width: 'minmax(70px, 1fr)', sortable: true, cell: (node) => <Name text={node.zone} /> },
        ...shown.map((name): Column<NodeItem> => {
            const index = nodes.resources.indexOf(name);
            return {
                key: name,
                title: visible(name),
                width: 'minmax(96px, 1.4fr)',
                figures: true,
                sortable: true,
                cell: (node) => (
                    <span class="inline-usage" title={`${amount(name, node.requested[index] ?? 0)} of ${amount(name, node.allocatable[index] ?? 0)}`}>
                        <span class="usage-figures">{amount(name, node.requested[index] ?? 0)}</span>
                        <span class="usage-percent">{percentText(used(node, name))}</span>
                    </span>
                ),
            };
        }),
        { key: 'condition', title: 'Condition', width: 'minmax(96px, 1fr)', sortable: true, cell: (node) => condition(node) || <span class="muted">ready</span> },
        {
            key: 'taints',
            title: LABELS.taints,
            width: 'minmax(90px, 2fr)',
            sortable: true,
            cell: (node) => <Name text={node.taints.join(', ')} />,
        },
    ];
    return (
        <section class="panel nodes-panel" aria-label="Nodes">
            <header class="panel-head">
                <h2>{search === '' ? plural(order.length, 'node') : `${count(order.length)} of ${plural(nodes.byName.size, 'node')}`}</h2>
                <Search value={search} label="Filter by name, zone, taint" onInput={(text) => remember({ search: text })} />
            </header>
            <Table
                label="Nodes"
                columns={columns}
                minWidth={620}
                count={order.length}
                row={(index) => nodes.byName.get(order[index] ?? '')}
                keyOf={(node) => node.name}
                sort={sortOf(sort)}
                onSort={(next) => remember({ sort: sortText(next) })}
                onOpen={(node) => go(nodePath(node.name))}
                of={`${search} ${sort}`}
                empty={<Empty>{search === '' ? 'No nodes.' : 'No nodes match.'}</Empty>}
            />
        </section>
    );
}
