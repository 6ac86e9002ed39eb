import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, errorText } from '../api';
import { LABELS, STATES, type PodItem, type PodsAnswer } from '../contract';
import { count, plural } from '../format';
import { Age, Badge, NodeLink, PodLink, Search, Trouble, useEvery, useRested, useTitle } from '../parts';
import { go, podPath, query, remember } from '../router';
import { sortOf, sortText } from '../sort';
import { Table, type Column } from '../table';
import { pagesOf, type Window } from '../window';

const PAGE = 200;

const COLUMNS: Column<PodItem>[] = [
    { key: 'name', title: LABELS.pod, width: 'minmax(200px, 4fr)', sortable: true, cell: (pod) => <PodLink pod={pod.pod} still /> },
    { key: 'state', title: LABELS.state, width: '120px', sortable: true, cell: (pod) => <Badge text={pod.state} /> },
    { key: 'node', title: LABELS.node, width: 'minmax(120px, 2fr)', cell: (pod) => <NodeLink name={pod.node} still /> },
    { key: 'nominated', title: LABELS.nominatedNode, width: 'minmax(120px, 1.5fr)', cell: (pod) => <NodeLink name={pod.nominatedNodeName} still /> },
    { key: 'priority', title: LABELS.priority, width: '120px', figures: true, sortable: true, cell: (pod) => count(pod.priority) },
    { key: 'attempts', title: LABELS.attempts, width: '80px', figures: true, cell: (pod) => (pod.state === 'bound' ? '' : count(pod.attempts)) },
    { key: 'age', title: LABELS.age, width: '80px', figures: true, sortable: true, cell: (pod) => <Age at={pod.createdMillis} /> },
];

/** All pods, loaded page by page as they are scrolled into view. */
export function Pods() {
    useTitle('Pods');
    const search = query.value.get('search') ?? '';
    const state = query.value.get('state') ?? '';
    const sort = query.value.get('sort') ?? 'name';
    const rested = useRested(search);
    const asked = `search=${encodeURIComponent(rested)}&state=${encodeURIComponent(state)}&sort=${encodeURIComponent(sort)}`;
    const [pages, setPages] = useState<{ of: string; rows: Map<number, PodItem[]>; total: number; hidden: number }>({
        of: '',
        rows: new Map(),
        total: 0,
        hidden: 0,
    });
    const [error, setError] = useState('');
    const [seen, setSeen] = useState<Window>({ from: 0, to: PAGE });
    const under = useRef(new Set<string>());
    const wanted = useRef(asked);
    wanted.current = asked;

    const load = (fresh: boolean) => {
        for (const page of pagesOf({ from: seen.from, to: Math.max(1, seen.to) }, PAGE)) {
            const path = `pods?${asked}&offset=${page * PAGE}&limit=${PAGE}`;
            if (under.current.has(path) || (!fresh && pages.of === asked && pages.rows.has(page))) {
                continue;
            }
            under.current.add(path);
            ask<PodsAnswer>(path)
                .then(
                    (answer) => {
                        if (wanted.current !== asked) {
                            return;
                        }
                        setPages((before) => ({
                            of: asked,
                            rows: new Map(before.of === asked ? before.rows : []).set(page, answer.pods),
                            total: answer.total,
                            hidden: answer.hidden,
                        }));
                        setError('');
                    },
                    (broken: unknown) => setError(errorText(broken)),
                )
                .finally(() => under.current.delete(path));
        }
    };
    useEffect(() => load(false), [asked, pagesOf(seen, PAGE).join()]);
    useEvery(2_000, () => load(true));

    return (
        <div class="pods">
            <header class="view-head">
                <h1>Pods</h1>
                <span class="muted" role="status">
                    {pages.of === '' ? '…' : plural(pages.total, 'pod')}
                    {pages.hidden > 0 && `, and ${count(pages.hidden)} that you cannot list`}
                </span>
                <label class="line spread">
                    <span class="muted">{LABELS.state}</span>
                    <select value={state} onChange={(event) => remember({ state: event.currentTarget.value })}>
                        <option value="">any</option>
                        {STATES.map((one) => (
                            <option key={one} value={one}>
                                {one}
                            </option>
                        ))}
                    </select>
                </label>
                <Search value={search} label="Search pods" onInput={(text) => remember({ search: text })} />
            </header>
            {error !== '' && <Trouble error={error} retry={() => load(true)} />}
            <section class="panel pods-panel">
                <Table
                    label="Pods"
                    columns={COLUMNS}
                    minWidth={840}
                    count={pages.total}
                    row={(index) => pages.rows.get(Math.floor(index / PAGE))?.[index % PAGE]}
                    keyOf={(pod) => pod.pod}
                    sort={sortOf(sort)}
                    onSort={(next) => remember({ sort: sortText(next) })}
                    onOpen={(pod) => pod.pod !== '' && go(podPath(pod.pod))}
                    onWindow={setSeen}
                    of={asked}
                    empty={pages.of === '' ? '…' : search === '' && state === '' ? 'No pods.' : 'No pods match.'}
                />
            </section>
        </div>
    );
}
