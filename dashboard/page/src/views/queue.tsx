import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api';
import { LABELS, QUEUE_STATES, QUEUE_STATE_TEXTS, type QueueAnswer, type QueuedPodItem, type QueueState, type QueueStateItem } from '../contract';
import { count, plural, span, visible } from '../format';
import { Age, Choice, Empty, NodeLink, PodLink, RequeueList, Search, Trouble, useAnswer, useEvery, useRested, useTitle } from '../parts';
import { go, podPath, query, remember } from '../router';
import { now, status } from '../store';
import { Table, type Column } from '../table';
import { pagesOf, type Window } from '../window';

export function Queue({ state }: { state: QueueState | '' }) {
    useTitle(state === '' ? 'Queue' : `Queue: ${state}`);
    const search = query.value.get('search') ?? '';
    const rested = useRested(search);
    return (
        <div class="queue">
            <header class="view-head">
                <h1>Queue</h1>
                <Choice
                    label="State"
                    choices={['', ...QUEUE_STATES] as (QueueState | '')[]}
                    value={state}
                    onChange={(next) => go((next === '' ? '/queue' : `/queue/${next}`) + (search === '' ? '' : `?search=${encodeURIComponent(search)}`))}
                    show={(one) => (one === '' ? 'all states' : `${one} ${count(status.value?.states[one] ?? 0)}`)}
                />
                <Search value={search} label="Search pods" onInput={(text) => remember({ search: text })} />
            </header>
            {state === '' ? <AllStates search={rested} /> : <OneState key={state} state={state} search={rested} />}
        </div>
    );
}

function AllStates({ search }: { search: string }) {
    const answer = useAnswer(`states ${search}`, (signal) =>
        ask<QueueAnswer>(`queue?limit=50&search=${encodeURIComponent(search)}`, signal),
    );
    useEvery(1_000, answer.reload);
    return (
        <>
            {answer.error !== '' && <Trouble error={answer.error} />}
            <div class="queue-states">
                {QUEUE_STATES.map((state) => (
                    <StateCard key={state} state={state} answer={answer.value?.states.find((one) => one.state === state)} search={search} />
                ))}
            </div>
        </>
    );
}

function StateCard({ state, answer, search }: { state: QueueState; answer: QueueStateItem | undefined; search: string }) {
    const pods = answer?.pods ?? [];
    const whole = answer?.count ?? status.value?.states[state] ?? 0;
    return (
        <section class={`panel queue-state state-${state}`} aria-label={`State ${state}`}>
            <header class="panel-head">
                <h2>
                    <a href={`/queue/${state}${search === '' ? '' : `?search=${encodeURIComponent(search)}`}`}>{state}</a>
                </h2>
                <span class="state-count" data-state={state}>
                    {count(whole)}
                </span>
                <span class="muted spread">{answer?.oldestMillis === undefined ? '' : `oldest ${span(now.value - answer.oldestMillis)}`}</span>
            </header>
            <p class="means muted">{QUEUE_STATE_TEXTS[state].description}</p>
            <ul class="state-pods">
                {pods.slice(0, 12).map((pod, index) => (
                    <li key={pod.pod || index}>
                        <PodLink pod={pod.pod} />
                        <span class="muted cut-end">{short(state, pod)}</span>
                        <Age at={pod.sinceMillis} />
                    </li>
                ))}
            </ul>
            {pods.length === 0 && <Empty>{answer === undefined ? '…' : search === '' ? QUEUE_STATE_TEXTS[state].empty : 'No pods match.'}</Empty>}
            <footer class="muted">
                {whole > Math.min(12, pods.length) && <a href={`/queue/${state}`}>all {count(whole)}</a>}
                {(answer?.hidden ?? 0) > 0 && <span>{plural(answer?.hidden ?? 0, 'pod')} hidden</span>}
            </footer>
        </section>
    );
}

function short(state: QueueState, pod: QueuedPodItem): string {
    if (pod.untilMillis !== undefined && state !== 'active') {
        return `${span(pod.untilMillis - now.value)} left`;
    }
    if (pod.node !== '') {
        return `on ${visible(pod.node)}`;
    }
    if (pod.nominatedNodeName !== '') {
        return `nominated to ${visible(pod.nominatedNodeName)}`;
    }
    return pod.plugins.map(visible).join(', ');
}

const PAGE = 100;

function OneState({ state, search }: { state: QueueState; search: string }) {
    const [pages, setPages] = useState(new Map<number, QueuedPodItem[]>());
    const [size, setSize] = useState({ count: 0, hidden: 0, matching: 0, known: false });
    const [seen, setSeen] = useState<Window>({ from: 0, to: PAGE });
    const [error, setError] = useState('');
    const [at, setAt] = useState<QueuedPodItem | undefined>(undefined);

    const wanted = useRef(search);
    wanted.current = search;
    const load = () => {
        for (const page of pagesOf({ from: seen.from, to: Math.max(seen.to, 1) }, PAGE)) {
            ask<QueueAnswer>(`queue?state=${state}&search=${encodeURIComponent(search)}&offset=${page * PAGE}&limit=${PAGE}`).then(
                (answer) => {
                    const found = answer.states.find((one) => one.state === state);
                    if (found && wanted.current === search) {
                        setPages((before) => new Map(before).set(page, found.pods));
                        setSize({ count: found.count, hidden: found.hidden, matching: found.matching, known: true });
                        setError('');
                    }
                },
                (broken: Error) => setError(broken.message),
            );
        }
    };
    useEffect(() => setPages(new Map()), [search]);
    useEffect(load, [state, search, pagesOf(seen, PAGE).join()]);
    useEvery(1_000, load);
    const row = (index: number) => pages.get(Math.floor(index / PAGE))?.[index % PAGE];
    const showing = at && [...pages.values()].flat().find((pod) => pod.pod === at.pod) ? at : row(0);

    const columns: Column<QueuedPodItem>[] = [
        { key: 'pod', title: LABELS.pod, width: 'minmax(160px, 3fr)', cell: (pod) => <PodLink pod={pod.pod} still /> },
        { key: 'priority', title: LABELS.priority, width: '112px', figures: true, cell: (pod) => count(pod.priority) },
        { key: 'attempts', title: LABELS.attempts, width: '72px', figures: true, cell: (pod) => count(pod.attempts) },
        { key: 'age', title: LABELS.inState, width: '72px', figures: true, cell: (pod) => <Age at={pod.sinceMillis} /> },
        {
            key: 'until',
            title: LABELS.timeLeft,
            width: '76px',
            figures: true,
            cell: (pod) => (pod.untilMillis === undefined ? '' : span(pod.untilMillis - now.value)),
        },
        { key: 'plugins', title: LABELS.plugins, width: 'minmax(100px, 2fr)', cell: (pod) => <span class="cut">{pod.plugins.map(visible).join(', ')}</span> },
        { key: 'node', title: LABELS.node, width: 'minmax(80px, 1.2fr)', cell: (pod) => <NodeLink name={pod.node} still /> },
        {
            key: 'nominated',
            title: LABELS.nominatedNode,
            width: 'minmax(110px, 1.2fr)',
            cell: (pod) => <NodeLink name={pod.nominatedNodeName} still />,
        },
        {
            key: 'requeue',
            title: LABELS.requeuedWhen,
            width: 'minmax(140px, 3fr)',
            cell: (pod) => <span class="cut">{requeueText(pod)}</span>,
        },
    ];
    return (
        <>
            {error !== '' && <Trouble error={error} />}
            <div class="one-state">
                <section class="panel" aria-label={`State ${state}`}>
                    <header class="panel-head">
                        <h2>{state}</h2>
                        <span class="state-count" data-state={state}>
                            {size.known ? count(size.count) : '…'}
                        </span>
                        <span class="muted spread">
                            {search === '' ? QUEUE_STATE_TEXTS[state].description : `${count(size.matching)} match`}
                            {size.hidden > 0 && `; ${plural(size.hidden, 'pod')} hidden`}
                        </span>
                    </header>
                    <Table
                        label={`Pods in state ${state}`}
                        columns={columns}
                        minWidth={960}
                        count={size.matching}
                        row={row}
                        keyOf={(pod) => pod.pod}
                        onOpen={(pod) => pod.pod !== '' && go(podPath(pod.pod))}
                        onAt={setAt}
                        onWindow={setSeen}
                        of={search}
                        empty={size.known ? (search === '' ? QUEUE_STATE_TEXTS[state].empty : 'No pods match.') : '…'}
                    />
                </section>
                {showing && (
                    <section class="panel requeue-panel" aria-label={LABELS.requeuedWhen}>
                        <header class="panel-head">
                            <h2>{LABELS.requeuedWhen}</h2> <PodLink pod={showing.pod} />
                        </header>
                        {showing.requeue.length > 0 ? <RequeueList requeue={showing.requeue} /> : <Empty>No event requeues this pod.</Empty>}
                    </section>
                )}
            </div>
        </>
    );
}

function requeueText(pod: QueuedPodItem): string {
    return [...new Set(pod.requeue.flatMap((one) => (one.descriptions.length > 0 ? one.descriptions : one.events)))].map(visible).join(', ');
}
