import { useMemo, useState } from 'preact/hooks';
import { LABELS, type FactItem, type NodeResultItem, type NodeScoresItem, type RejectionItem } from './contract';
import { count, plural, visible } from './format';
import { Choice, Name, NodeLink } from './parts';
import { go, helpPath, nodePath } from './router';
import { compare, namesByRejection, pluginsOf, rejectionKey, rejectionsOf, scoresOf, type Comparison } from './scores';
import { sorted, type Sort } from './sort';
import { Table, type Column } from './table';

/** More names than this make a table of their own. */
const LISTED = 40;

const CODES: Record<string, string> = {
    UnschedulableAndUnresolvable: 'preemption cannot help',
    Pending: 'pending',
    Error: 'plugin error',
};

/** Rejected nodes by plugin and reasons. */
export function Rejections({ rejections, results, of }: { rejections: RejectionItem[]; results: NodeResultItem[]; of: number }) {
    const all = useMemo(() => rejectionsOf(rejections, results), [rejections, results]);
    const names = useMemo(() => namesByRejection(all, results), [all, results]);
    return (
        <ul class="groups">
            {all.map((group) => (
                <RejectionRow key={rejectionKey(group)} group={group} names={names.get(rejectionKey(group)) ?? []} of={of} />
            ))}
        </ul>
    );
}

function RejectionRow({ group, names, of }: { group: RejectionItem; names: string[]; of: number }) {
    const [open, setOpen] = useState(false);
    const missing = group.nodes - names.length;
    return (
        <li class="group">
            <div class="group-line">
                <button
                    type="button"
                    class="fold"
                    aria-expanded={open}
                    aria-label={`${group.nodes === 0 ? 'All nodes' : plural(group.nodes, 'node')}: ${group.reasons.map(visible).join('; ')}`}
                    disabled={names.length === 0}
                    onClick={() => setOpen(!open)}
                >
                    <span class="twist" aria-hidden="true" />
                    <span class="group-count">{group.nodes === 0 ? 'all' : count(group.nodes)}</span>
                </button>
                <span class="bar thin" aria-hidden="true">
                    <span style={{ width: `${of > 0 ? Math.max(1, ((group.nodes || of) / of) * 100) : 0}%` }} />
                </span>
                <span class="reasons">{group.reasons.map(visible).join('; ')}</span>
                <span class="plugin" title={CODES[group.code] ?? ''}>
                    {visible(group.plugin)}
                </span>
                <span class="muted code" title={visible(group.code)}>
                    {CODES[group.code] ?? ''}
                </span>
                {group.helpPage !== '' && (
                    <a class="help-link" href={helpPath(group.helpPage)} aria-label={`Help on ${visible(group.plugin)}`}>
                        help
                    </a>
                )}
            </div>
            <Facts facts={group.facts} />
            {open && (
                <div class="group-nodes">
                    {names.length <= LISTED ? (
                        <ul class="name-list">
                            {names.map((name) => (
                                <li key={name}>
                                    <NodeLink name={name} />
                                </li>
                            ))}
                        </ul>
                    ) : (
                        <Table
                            label="Nodes rejected for this reason"
                            columns={NAME_COLUMNS}
                            count={names.length}
                            row={(index) => names[index]}
                            keyOf={(name) => name}
                            onOpen={(name) => go(nodePath(name))}
                            atMost={8}
                            empty=""
                        />
                    )}
                    {missing > 0 && <p class="muted">{plural(missing, 'more node')}, whose names are not recorded</p>}
                </div>
            )}
        </li>
    );
}

/** The facts behind a rejection. */
export function Facts({ facts }: { facts: FactItem[] }) {
    return facts.length === 0 ? null : (
        <ul class="fact-list" aria-label={LABELS.facts}>
            {facts.map((fact) => (
                <li key={fact.text}>
                    {visible(fact.text)}
                    {fact.nodes > 1 && <span class="muted"> ({plural(fact.nodes, 'node')})</span>}
                </li>
            ))}
        </ul>
    );
}

const NAME_COLUMNS: Column<string>[] = [
    { key: 'name', title: LABELS.node, width: '1fr', cell: (name) => <NodeLink name={name} still /> },
];

function figure(value: number | null): string {
    return value === null ? '–' : count(value);
}

function signed(value: number): string {
    return value > 0 ? `+${count(value)}` : value < 0 ? `−${count(-value)}` : '0';
}

/** The winner against the runner-up, plugin by plugin. */
export function ComparisonTable({ winner, other, otherTitle }: { winner: NodeScoresItem; other: NodeScoresItem | undefined; otherTitle: string }) {
    const [sort, setSort] = useState<Sort>({ key: 'difference', down: true });
    const rows = sorted(
        compare(winner, other),
        (row) => (sort.key === 'plugin' ? row.plugin : (row[sort.key as Exclude<keyof Comparison, 'plugin'>] ?? -Infinity)),
        (row) => row.plugin,
        sort.down,
    );
    const column = (key: Exclude<keyof Comparison, 'plugin'>, title: string): Column<Comparison> => ({
        key,
        title,
        width: 'minmax(86px, 1fr)',
        figures: true,
        sortable: true,
        cell: (row) => figure(row[key]),
    });
    const columns: Column<Comparison>[] = [
        { key: 'plugin', title: LABELS.plugin, width: 'minmax(150px, 2fr)', sortable: true, cell: (row) => <Name text={row.plugin} /> },
        column('winnerRaw', LABELS.raw),
        column('winnerNormalized', LABELS.normalized),
        column('winner', LABELS.weighted),
    ];
    if (other) {
        columns.push(column('otherRaw', LABELS.raw), column('otherNormalized', LABELS.normalized), column('other', LABELS.weighted), {
            key: 'difference',
            title: LABELS.difference,
            width: 'minmax(86px, 1fr)',
            figures: true,
            sortable: true,
            cell: (row) => <span class={row.difference > 0 ? 'ahead' : row.difference < 0 ? 'behind' : 'muted'}>{signed(row.difference)}</span>,
        });
    }
    return (
        <div class="duel">
            <div class={other ? 'duel-heads' : 'duel-heads alone'}>
                <span />
                <span class="duel-head first">
                    <span class="muted">winner</span> <NodeLink name={winner.node} /> <b>{count(winner.total)}</b>
                </span>
                {other && (
                    <span class="duel-head">
                        <span class="muted">{otherTitle}</span> <NodeLink name={other.node} /> <b>{count(other.total)}</b>
                    </span>
                )}
                {other && <span class="duel-head last">{signed(winner.total - other.total)}</span>}
            </div>
            <Table
                label={other ? `Scores of the winner and the ${otherTitle}` : 'Scores of the winner'}
                columns={columns}
                minWidth={other ? 760 : 420}
                count={rows.length}
                row={(index) => rows[index]}
                keyOf={(row) => row.plugin}
                sort={sort}
                onSort={setSort}
                atMost={14}
                empty="No plugin scored the nodes."
            />
        </div>
    );
}

const MEASURES = ['weighted', 'normalized', 'raw'] as const;
type Measure = (typeof MEASURES)[number];

/** Every node that passed, with its score by each plugin. */
export function ScoreTable({ results, winner }: { results: NodeResultItem[]; winner: string }) {
    const [measure, setMeasure] = useState<Measure>('weighted');
    const [sort, setSort] = useState<Sort>({ key: 'total', down: true });
    const cards = useMemo(() => scoresOf(results), [results]);
    const plugins = useMemo(() => pluginsOf(cards), [cards]);
    const of = (card: NodeScoresItem, plugin: string) => card.scores.find((score) => score.plugin === plugin)?.[measure] ?? null;
    const rows = useMemo(() => {
        const found = sorted(
            cards,
            (card) => (sort.key === 'node' ? 0 : sort.key === 'total' ? card.total : (of(card, sort.key) ?? -Infinity)),
            (card) => card.node,
            sort.down,
        );
        return sort.key === 'node' && sort.down ? found.reverse() : found;
    }, [cards, sort, measure]);
    const columns: Column<NodeScoresItem>[] = [
        {
            key: 'node',
            title: LABELS.node,
            width: 'minmax(150px, 2fr)',
            sortable: true,
            cell: (card) => (
                <>
                    <NodeLink name={card.node} still />
                    {card.node === winner && <span class="chip good">chosen</span>}
                </>
            ),
        },
        { key: 'total', title: LABELS.total, width: 'minmax(64px, 0.8fr)', figures: true, sortable: true, cell: (card) => <b>{count(card.total)}</b> },
        ...plugins.map(
            (plugin): Column<NodeScoresItem> => ({
                key: plugin,
                title: visible(plugin),
                width: 'minmax(110px, 1fr)',
                figures: true,
                sortable: true,
                cell: (card) => figure(of(card, plugin)),
            }),
        ),
    ];
    return (
        <div class="scores">
            <div class="line">
                <span class="muted">{plural(cards.length, 'node')} that passed every filter</span>
                <Choice label="Which scores" choices={MEASURES} value={measure} onChange={setMeasure} />
            </div>
            <Table
                label={`Scores of every node, ${measure}`}
                columns={columns}
                minWidth={230 + plugins.length * 116}
                count={rows.length}
                row={(index) => rows[index]}
                keyOf={(card) => card.node}
                sort={sort}
                onSort={setSort}
                onOpen={(card) => go(nodePath(card.node))}
                atMost={12}
                of={measure}
                empty="No node passed all filters."
            />
        </div>
    );
}
