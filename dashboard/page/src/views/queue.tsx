import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api';
import { LANES, type Lane, type Queue as QueueAnswer, type QueueLane, type QueuePod } from '../contract';
import { count, plural, span, visible } from '../format';
import { Age, Choice, Empty, NodeLink, PodLink, Search, Trouble, useAnswer, useEvery, useRested, useTitle, Wakes } from '../parts';
import { go, podPath, query, remember } from '../router';
import { now, stats } from '../store';
import { Table, type Column } from '../table';
import { pagesOf, type Window } from '../window';

const MEANS: Record<Lane, string> = {
    active: 'to be tried next, in this order',
    backoff: 'tried again when their time is over',
    unschedulable: 'tried again when something happens that may help',
    gated: 'not tried before their gates are gone',
    waiting: 'placed, until all plugins permit the binding',
    binding: 'placed, being written to the API server',
};

const NOBODY: Record<Lane, string> = {
    active: 'Nothing to schedule.',
    backoff: 'No pod backs off.',
    unschedulable: 'No pod is stuck.',
    gated: 'No pod is gated.',
    waiting: 'No pod waits for a permit.',
    binding: 'No pod is being bound.',
};

export function Queue({ lane }: { lane: Lane | '' }) {
    useTitle(lane === '' ? 'Queue' : `Queue: ${lane}`);
    const search = query.value.get('search') ?? '';
    const rested = useRested(search);
    return (
        <div class="queue">
            <header class="view-head">
                <h1>Queue</h1>
                <Choice
                    label="Lane"
                    choices={['', ...LANES] as (Lane | '')[]}
                    value={lane}
                    onChange={(next) => go((next === '' ? '/queue' : `/queue/${next}`) + (search === '' ? '' : `?search=${encodeURIComponent(search)}`))}
                    show={(one) => (one === '' ? 'all lanes' : `${one} ${count(stats.value?.lanes[one] ?? 0)}`)}
                />
                <Search value={search} label="Search pods" onInput={(text) => remember({ search: text })} />
            </header>
            {lane === '' ? <AllLanes search={rested} /> : <OneLane key={lane} lane={lane} search={rested} />}
        </div>
    );
}

function AllLanes({ search }: { search: string }) {
    const answer = useAnswer(`lanes ${search}`, (signal) =>
        ask<QueueAnswer>(`queue?limit=50&search=${encodeURIComponent(search)}`, signal),
    );
    useEvery(1_000, answer.reload);
    return (
        <>
            {answer.error !== '' && <Trouble error={answer.error} />}
            <div class="lanes">
                {LANES.map((lane) => (
                    <LaneCard key={lane} lane={lane} answer={answer.value?.lanes.find((one) => one.lane === lane)} search={search} />
                ))}
            </div>
        </>
    );
}

function LaneCard({ lane, answer, search }: { lane: Lane; answer: QueueLane | undefined; search: string }) {
    const pods = answer?.pods ?? [];
    const oldest = pods.reduce((least, pod) => Math.min(least, pod.since), Infinity);
    const whole = answer?.count ?? stats.value?.lanes[lane] ?? 0;
    return (
        <section class={`panel lane lane-${lane}`} aria-label={`Lane ${lane}`}>
            <header class="panel-head">
                <h2>
                    <a href={`/queue/${lane}${search === '' ? '' : `?search=${encodeURIComponent(search)}`}`}>{lane}</a>
                </h2>
                <span class="lane-count" data-lane={lane}>
                    {count(whole)}
                </span>
                <span class="muted spread">{oldest === Infinity ? '' : `oldest ${span(now.value - oldest)}`}</span>
            </header>
            <p class="means muted">{MEANS[lane]}</p>
            <ul class="lane-pods">
                {pods.slice(0, 12).map((pod, index) => (
                    <li key={pod.pod || index}>
                        <PodLink pod={pod.pod} />
                        <span class="muted cut-end">{short(lane, pod)}</span>
                        <Age at={pod.since} />
                    </li>
                ))}
            </ul>
            {pods.length === 0 && <Empty>{answer === undefined ? '…' : search === '' ? NOBODY[lane] : 'None that match.'}</Empty>}
            <footer class="muted">
                {whole > Math.min(12, pods.length) && <a href={`/queue/${lane}`}>all {count(whole)}</a>}
                {(answer?.hidden ?? 0) > 0 && <span>{plural(answer?.hidden ?? 0, 'pod')} hidden</span>}
            </footer>
        </section>
    );
}

function short(lane: Lane, pod: QueuePod): string {
    if (pod.until !== undefined && lane !== 'active') {
        return `${span(pod.until - now.value)} left`;
    }
    if (pod.node !== '') {
        return `on ${visible(pod.node)}`;
    }
    return pod.by.map(visible).join(', ');
}

const PAGE = 100;

function OneLane({ lane, search }: { lane: Lane; search: string }) {
    const [pages, setPages] = useState(new Map<number, QueuePod[]>());
    const [size, setSize] = useState({ count: 0, hidden: 0, known: false });
    const [seen, setSeen] = useState<Window>({ from: 0, to: PAGE });
    const [error, setError] = useState('');
    const [at, setAt] = useState<QueuePod | undefined>(undefined);

    const load = () => {
        for (const page of pagesOf({ from: seen.from, to: Math.max(seen.to, 1) }, PAGE)) {
            ask<QueueAnswer>(`queue?lane=${lane}&search=${encodeURIComponent(search)}&offset=${page * PAGE}&limit=${PAGE}`).then(
                (answer) => {
                    const found = answer.lanes.find((one) => one.lane === lane);
                    if (found) {
                        setPages((before) => new Map(before).set(page, found.pods));
                        setSize({ count: found.count, hidden: found.hidden, known: true });
                        setError('');
                    }
                },
                (broken: Error) => setError(broken.message),
            );
        }
    };
    useEffect(() => setPages(new Map()), [search]);
    useEffect(load, [lane, search, pagesOf(seen, PAGE).join()]);
    useEvery(1_000, load);
    const row = (index: number) => pages.get(Math.floor(index / PAGE))?.[index % PAGE];
    const showing = at && [...pages.values()].flat().find((pod) => pod.pod === at.pod) ? at : row(0);

    const columns: Column<QueuePod>[] = [
        { key: 'pod', title: 'Pod', width: 'minmax(160px, 3fr)', cell: (pod) => <PodLink pod={pod.pod} still /> },
        { key: 'priority', title: 'Priority', width: '112px', figures: true, cell: (pod) => count(pod.priority) },
        { key: 'attempts', title: 'Attempts', width: '72px', figures: true, cell: (pod) => count(pod.attempts) },
        { key: 'age', title: 'In lane', width: '64px', figures: true, cell: (pod) => <Age at={pod.since} /> },
        {
            key: 'until',
            title: 'Left',
            width: '60px',
            figures: true,
            cell: (pod) => (pod.until === undefined ? '' : span(pod.until - now.value)),
        },
        { key: 'by', title: 'Held by', width: 'minmax(100px, 2fr)', cell: (pod) => <span class="cut">{pod.by.map(visible).join(', ')}</span> },
        { key: 'node', title: 'Node', width: 'minmax(80px, 1.2fr)', cell: (pod) => <NodeLink name={pod.node} still /> },
        {
            key: 'wakes',
            title: 'What would wake it',
            width: 'minmax(140px, 3fr)',
            cell: (pod) => <span class="cut">{wakesShort(pod)}</span>,
        },
    ];
    return (
        <>
            {error !== '' && <Trouble error={error} />}
            <div class="one-lane">
                <section class="panel" aria-label={`Lane ${lane}`}>
                    <header class="panel-head">
                        <h2>{lane}</h2>
                        <span class="lane-count" data-lane={lane}>
                            {size.known ? count(size.count) : '…'}
                        </span>
                        <span class="muted spread">
                            {MEANS[lane]}
                            {size.hidden > 0 && `; ${plural(size.hidden, 'pod')} hidden`}
                        </span>
                    </header>
                    <Table
                        label={`Pods in lane ${lane}`}
                        columns={columns}
                        minWidth={860}
                        count={Math.max(0, size.count - size.hidden)}
                        row={row}
                        keyOf={(pod) => pod.pod}
                        onOpen={(pod) => pod.pod !== '' && go(podPath(pod.pod))}
                        onAt={setAt}
                        onWindow={setSeen}
                        of={search}
                        empty={size.known ? (search === '' ? NOBODY[lane] : 'None that match.') : '…'}
                    />
                </section>
                {showing && (
                    <section class="panel wake-panel" aria-label="What would wake the pod">
                        <header class="panel-head">
                            <h2>What would wake</h2> <PodLink pod={showing.pod} />
                        </header>
                        {showing.wakes.length > 0 ? <Wakes wakes={showing.wakes} /> : <Empty>It waits for no event.</Empty>}
                    </section>
                )}
            </div>
        </>
    );
}

function wakesShort(pod: QueuePod): string {
    return [...new Set(pod.wakes.flatMap((wake) => (wake.words.length > 0 ? wake.words : wake.events)))].map(visible).join(', ');
}
