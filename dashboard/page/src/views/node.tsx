import { useEffect, useState } from 'preact/hooks';
import { ask, kube, errorText } from '../api';
import { LABELS, type ExplainNodeAnswer, type NodeAnswer, type NodeDeviceItem, type NodePodItem } from '../contract';
import { cordon, drain, drains, running, stop } from '../drain';
import { amount, count, plural, visible } from '../format';
import { notice } from '../notices';
import { Bar, Copy, Empty, Name, PodLink, Search, Trouble, useAnswer, useEvery, useTitle } from '../parts';
import { go, helpPath, podPath, query, remember } from '../router';
import { Dialog } from '../shell';
import { sorted, sortOf, sortText } from '../sort';
import { nodes, nodesLoaded, nodesSeen, pending, writable } from '../store';
import { Table, type Column } from '../table';

/** More pending pods than this are evaluated only on request. */
const MAX_EVALUATED_AT_ONCE = 1_000;

export function NodeView({ name }: { name: string }) {
    useTitle(visible(name));
    const path = `nodes/${encodeURIComponent(name)}`;
    const answer = useAnswer(path, (signal) => ask<NodeAnswer>(path, signal));
    void nodesSeen.value;
    const live = nodes.byName.get(name);
    const [seen, setSeen] = useState(live);
    // The stream reports that the node changed; its pods are loaded at most once a second.
    useEvery(1_000, () => {
        const latest = nodes.byName.get(name);
        if (latest && latest !== seen) {
            setSeen(latest);
            answer.reload();
        }
    });
    const page = answer.value;
    const node = live ?? page?.node;
    return (
        <article class="node">
            <header class="view-head">
                <h1>
                    <Name text={name} />
                </h1>
                {node && (
                    <span class="marks">
                        {node.zone !== '' && <span class="chip">{visible(node.zone)}</span>}
                        <span class={node.ready ? 'chip good' : 'chip bad'}>{node.ready ? 'ready' : 'not ready'}</span>
                        {node.cordoned && <span class="chip warn">cordoned</span>}
                    </span>
                )}
                <Copy text={name} />
                {writable.value && node && <Actions name={name} cordoned={node.cordoned} />}
            </header>
            <Progress name={name} />
            {page && nodesLoaded.value && !live && nodes.hidden === 0 && <p class="note gone">This node has been deleted. The page shows its last known state.</p>}
            {answer.error !== '' && <Trouble error={answer.error} retry={answer.reload} />}
            {!page && answer.busy && <Empty>…</Empty>}
            {page && node && (
                <div class="node-body">
                    <div class="node-side">
                        <section class="panel">
                            <header class="panel-head">
                                <h2>Resources</h2>
                                <span class="muted spread">requested of allocatable</span>
                            </header>
                            <div class="inspected">
                                {page.resources.map((resource, index) => (
                                    <Bar key={resource} resource={resource} used={node.requested[index] ?? 0} all={node.allocatable[index] ?? 0} free />
                                ))}
                            </div>
                        </section>
                        <section class="panel">
                            <header class="panel-head">
                                <h2>{LABELS.taints}</h2>
                            </header>
                            {node.taints.length === 0 ? (
                                <Empty>None.</Empty>
                            ) : (
                                <ul class="plain padded">
                                    {node.taints.map((taint) => (
                                        <li key={taint}>
                                            <Name text={taint} />
                                        </li>
                                    ))}
                                </ul>
                            )}
                        </section>
                        <section class="panel">
                            <header class="panel-head">
                                <h2>Labels</h2>
                            </header>
                            <dl class="labels">
                                {Object.entries(page.labels).map(([key, value]) => (
                                    <div key={key}>
                                        <dt>
                                            <Name text={key} />
                                        </dt>
                                        <dd>
                                            <Name text={value} />
                                        </dd>
                                    </div>
                                ))}
                            </dl>
                        </section>
                    </div>
                    <div class="node-main">
                        <NodePods page={page} />
                        {page.devices.length > 0 && <NodeDevices devices={page.devices} />}
                        <PendingPods name={name} />
                    </div>
                </div>
            )}
        </article>
    );
}

function NodePods({ page }: { page: NodeAnswer }) {
    const search = query.value.get('search') ?? '';
    const sort = sortOf(query.value.get('sort') ?? 'pod');
    const value = (pod: NodePodItem): number | string => {
        switch (sort.key) {
            case 'pod':
                return pod.pod;
            case 'priority':
                return pod.priority;
            case 'phase':
                return pod.phase;
            default:
                return pod.requested[page.resources.indexOf(sort.key)] ?? 0;
        }
    };
    const rows = sorted(
        page.pods.filter((pod) => pod.pod.includes(search.toLowerCase())),
        value,
        (pod) => pod.pod,
        sort.down,
    );
    const shown = page.resources.filter((resource) => resource === 'cpu' || resource === 'memory');
    const columns: Column<NodePodItem>[] = [
        { key: 'pod', title: LABELS.pod, width: 'minmax(160px, 3fr)', sortable: true, cell: (pod) => <PodLink pod={pod.pod} still /> },
        ...shown.map((resource): Column<NodePodItem> => {
            const index = page.resources.indexOf(resource);
            return {
                key: resource,
                title: resource,
                width: '96px',
                figures: true,
                sortable: true,
                cell: (pod) => amount(resource, pod.requested[index] ?? 0),
            };
        }),
        { key: 'priority', title: LABELS.priority, width: '110px', figures: true, sortable: true, cell: (pod) => count(pod.priority) },
        {
            key: 'phase',
            title: 'Phase',
            width: '110px',
            sortable: true,
            cell: (pod) => (pod.assumed ? <span title="assumed here; the API server has not confirmed the binding yet">{visible(pod.phase)}, assumed</span> : visible(pod.phase)),
        },
    ];
    const hidden = page.hidden;
    return (
        <section class="panel" aria-label="Pods on this node">
            <header class="panel-head">
                <h2>{plural(page.pods.length, 'pod')}</h2>
                {hidden > 0 && <span class="muted">and {count(hidden)} that you cannot list</span>}
                <Search value={search} label="Filter pods" onInput={(text) => remember({ search: text })} />
            </header>
            <Table
                label="Pods on this node"
                columns={columns}
                minWidth={560}
                count={rows.length}
                row={(index) => rows[index]}
                keyOf={(pod) => pod.pod}
                sort={sort}
                onSort={(next) => remember({ sort: sortText(next) })}
                onOpen={(pod) => pod.pod !== '' && go(podPath(pod.pod))}
                atMost={18}
                of={`${search} ${sortText(sort)}`}
                empty={search === '' ? 'No pods on this node.' : 'No pods match.'}
            />
        </section>
    );
}

/** The devices that only this node can access, and the claims that use them. */
function NodeDevices({ devices }: { devices: NodeDeviceItem[] }) {
    const columns: Column<NodeDeviceItem>[] = [
        { key: 'device', title: 'Device', width: 'minmax(160px, 3fr)', cell: (device) => <Name text={device.device} /> },
        { key: 'claims', title: 'Claims', width: 'minmax(120px, 3fr)', cell: claimsOf },
        { key: 'taints', title: LABELS.taints, width: 'minmax(120px, 2fr)', cell: (device) => <Name text={device.taints.join(', ')} /> },
    ];
    const used = devices.filter((device) => device.claims.length + device.hiddenClaims > 0).length;
    return (
        <section class="panel" aria-label="Devices of this node">
            <header class="panel-head">
                <h2>{plural(devices.length, 'device')}</h2>
                <span class="muted">{count(used)} allocated</span>
            </header>
            <Table
                label="Devices of this node"
                columns={columns}
                minWidth={480}
                count={devices.length}
                row={(index) => devices[index]}
                keyOf={(device) => device.device}
                atMost={12}
                of=""
                empty="No devices on this node."
            />
        </section>
    );
}

function claimsOf(device: NodeDeviceItem) {
    const hidden = device.hiddenClaims === 0 ? [] : [`${count(device.hiddenClaims)} that you cannot list`];
    return <Name text={[...device.claims, ...hidden].join(', ')} />;
}

/** The pending pods that this node rejects. */
function PendingPods({ name }: { name: string }) {
    const [asked, setAsked] = useState(pending.peek() <= MAX_EVALUATED_AT_ONCE);
    const path = `explain/nodes/${encodeURIComponent(name)}`;
    const answer = useAnswer(path, asked ? (signal) => ask<ExplainNodeAnswer>(path, signal) : undefined);
    const explained = answer.value;
    return (
        <section class="panel" aria-label="Pending pods on this node">
            <header class="panel-head">
                <h2>Pending pods</h2>
                {asked && (
                    <button type="button" class="quiet spread" disabled={answer.busy} onClick={answer.reload}>
                        Run again
                    </button>
                )}
            </header>
            <div class="section-body">
                {!asked && (
                    <p class="line">
                        {plural(pending.value, 'pending pod')}.
                        <button type="button" onClick={() => setAsked(true)}>
                            Evaluate them on this node
                        </button>
                    </p>
                )}
                {answer.error !== '' && <Trouble error={answer.error} retry={answer.reload} />}
                {explained && (
                    <>
                        <p class="answer small-answer">{visible(explained.summary)}</p>
                        <ul class="groups">
                            {explained.rejections.map((group) => (
                                <li class="group" key={`${group.plugin} ${group.reasons.join()}`}>
                                    <div class="group-line">
                                        <span class="group-count">{count(group.pods)}</span>
                                        <span class="reasons">{group.reasons.map(visible).join('; ')}</span>
                                        <span class="plugin">{visible(group.plugin)}</span>
                                        {group.helpPage !== '' && (
                                            <a class="help-link" href={helpPath(group.helpPage)} aria-label={`Help on ${visible(group.plugin)}`}>
                                                help
                                            </a>
                                        )}
                                    </div>
                                    <p class="examples muted">
                                        {group.podNames.slice(0, 3).map((pod, index) => (
                                            <span key={pod}>
                                                {index > 0 && ', '}
                                                <PodLink pod={pod} />
                                            </span>
                                        ))}
                                        {group.pods > 3 && group.podNames.length > 0 && ', …'}
                                    </p>
                                </li>
                            ))}
                        </ul>
                        {explained.hidden > 0 && <p class="muted">{plural(explained.hidden, 'more pod')} that you cannot list.</p>}
                    </>
                )}
            </div>
        </section>
    );
}

function Actions({ name, cordoned }: { name: string; cordoned: boolean }) {
    const [asking, setAsking] = useState<'' | 'drain' | 'delete'>('');
    const busy = running(drains.value.get(name));
    const run = (work: Promise<unknown>, done: string) => {
        work.then(
            () => notice(done),
            (error: unknown) => notice(errorText(error), true),
        );
    };
    return (
        <div class="actions spread" role="group" aria-label="Node">
            <button
                type="button"
                disabled={busy}
                onClick={() => run(cordon(name, !cordoned), `${name} is ${cordoned ? 'uncordoned' : 'cordoned'}`)}
            >
                {cordoned ? 'Uncordon' : 'Cordon'}
            </button>
            <button type="button" disabled={busy} onClick={() => setAsking('drain')}>
                Drain…
            </button>
            <button type="button" class="danger" disabled={busy} onClick={() => setAsking('delete')}>
                Delete…
            </button>
            {asking === 'drain' && (
                <Confirm
                    title={`Drain ${visible(name)}?`}
                    text="This cordons the node and evicts its pods, as far as disruption budgets allow. Pods of daemon sets stay."
                    verb="Drain"
                    onClose={() => setAsking('')}
                    onConfirm={() => void drain(name)}
                />
            )}
            {asking === 'delete' && (
                <Confirm
                    title={`Delete ${visible(name)}?`}
                    text="This deletes the node and its pods. Drain the node first to move its pods to other nodes."
                    verb="Delete"
                    onClose={() => setAsking('')}
                    onConfirm={() => {
                        run(
                            kube('DELETE', `api/v1/nodes/${encodeURIComponent(name)}`).then(() => go('/')),
                            `${name} is deleted`,
                        );
                    }}
                />
            )}
        </div>
    );
}

function Confirm(props: { title: string; text: string; verb: string; onClose: () => void; onConfirm: () => void }) {
    return (
        <Dialog title={props.title} onClose={props.onClose}>
            <h2>{props.title}</h2>
            <p>{props.text}</p>
            <p class="line end">
                <button type="button" autofocus onClick={props.onClose}>
                    Cancel
                </button>
                <button
                    type="button"
                    class="danger"
                    onClick={() => {
                        props.onClose();
                        props.onConfirm();
                    }}
                >
                    {props.verb}
                </button>
            </p>
        </Dialog>
    );
}

const PHASES = {
    cordoning: 'Cordoning',
    evicting: 'Evicting',
    waiting: 'Waiting for pods to terminate',
    done: 'Drained',
    stopped: 'Stopped',
    failed: 'Failed',
};

function Progress({ name }: { name: string }) {
    const present = drains.value.get(name);
    const [hidden, setHidden] = useState(false);
    useEffect(() => setHidden(false), [present?.phase]);
    if (!present || hidden) {
        return null;
    }
    return (
        <section class="panel progress" aria-label="Drain">
            <b>{PHASES[present.phase]}</b>
            <progress aria-label="Pods evicted" max={Math.max(1, present.all)} value={present.all === 0 && present.phase === 'done' ? 1 : present.evicted} />
            <span role="status">
                {`${count(present.evicted)} of ${plural(present.all, 'pod')} evicted`}
                {present.phase === 'waiting' && `, ${count(present.left)} still running`}
                {present.kept > 0 && `, ${count(present.kept)} not evicted`}
            </span>
            {present.problem !== '' && <span class="muted cut">{visible(present.problem)}</span>}
            {running(present) ? (
                <button type="button" class="spread" onClick={() => stop(name)}>
                    Stop
                </button>
            ) : (
                <button type="button" class="quiet spread" onClick={() => setHidden(true)}>
                    Dismiss
                </button>
            )}
        </section>
    );
}
