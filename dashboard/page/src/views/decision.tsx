import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask, words } from '../api';
import type { Decision as Attempt, Explained, Move, Preemption, Present, WhyNot } from '../contract';
import { clock, count, micros, plural, span, visible } from '../format';
import { DuelTable, Groups, ScoreTable } from '../groups';
import { Age, Badge, Copy, Empty, Name, NodeLink, PodLink, PodName, Trouble, useAnswer, useEvery, useTitle, Wakes } from '../parts';
import { helpPath, query, remember } from '../router';
import { decisions, nodes, now } from '../store';

const SETTLED = new Set(['bound', 'foreign', 'deleting']);

export function Decision({ namespace, name }: { namespace: string; name: string }) {
    const pod = `${namespace}/${name}`;
    useTitle(visible(pod));
    const path = `explain/pods/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
    const answer = useAnswer(path, (signal) => ask<Explained>(path, signal));
    const explained = answer.value;
    const newest = useComputed(() => decisions.value.find((one) => one.pod === pod)?.number).value;
    useEffect(() => {
        if (newest !== undefined && explained && !explained.attempts.some((one) => one.number >= newest)) {
            answer.reload();
        }
    }, [newest]);
    // The stream tells of most attempts; what it skips, and moves in the queue, are asked for now and then.
    useEvery(4_000, () => {
        if (explained && !SETTLED.has(explained.state)) {
            answer.reload();
        }
    });
    const chosen = Number(query.value.get('attempt') ?? NaN);
    const attempt = explained?.attempts.find((one) => one.number === chosen) ?? explained?.attempts[0];
    return (
        <article class="decision">
            <header class="view-head">
                <h1 class="pod-title">
                    <PodName pod={pod} />
                </h1>
                {explained && <Badge text={explained.state} />}
                <Copy text={pod} />
            </header>
            {answer.error !== '' && <Trouble error={answer.error} retry={answer.reload} />}
            {explained && (
                <>
                    <Summary explained={explained} />
                    <div class="decision-body">
                        <Attempts attempts={explained.attempts} chosen={attempt} />
                        <div class="chosen">
                            {attempt ? (
                                <Chosen key={attempt.number} attempt={attempt} newest={attempt === explained.attempts[0]} explained={explained} path={path} />
                            ) : (
                                <NoAttempt explained={explained} path={path} />
                            )}
                            <Help explained={explained} />
                            <Ask pod={pod} path={`${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`} />
                        </div>
                    </div>
                </>
            )}
            {!explained && answer.busy && <Empty>…</Empty>}
        </article>
    );
}

function Summary({ explained }: { explained: Explained }) {
    return (
        <section class="panel summary" aria-label="Answer">
            <p class="answer">{visible(explained.answer)}</p>
            <dl class="facts">
                {explained.node !== '' && (
                    <Fact title="node">
                        <NodeLink name={explained.node} />
                    </Fact>
                )}
                {explained.nominated !== '' && (
                    <Fact title="promised">
                        <NodeLink name={explained.nominated} />
                    </Fact>
                )}
                {explained.since !== undefined && (
                    <Fact title={`${explained.state} for`}>
                        <Age at={explained.since} />
                    </Fact>
                )}
                {explained.until !== undefined && <Fact title="left">{span(explained.until - now.value)}</Fact>}
                <Fact title="priority">{count(explained.priority)}</Fact>
                <Fact title="scheduler">
                    <Name text={explained.scheduler} />
                </Fact>
                <Fact title="attempts kept">{count(explained.attempts.length)}</Fact>
            </dl>
        </section>
    );
}

function Fact({ title, children }: { title: string; children: ComponentChildren }) {
    return (
        <div>
            <dt>{title}</dt>
            <dd>{children}</dd>
        </div>
    );
}

function Attempts({ attempts, chosen }: { attempts: Attempt[]; chosen: Attempt | undefined }) {
    return (
        <nav class="panel attempts" aria-label="Attempts">
            <header class="panel-head">
                <h2>Attempts</h2>
            </header>
            {attempts.length === 0 && <Empty>None kept.</Empty>}
            <ol>
                {attempts.map((one) => (
                    <li key={one.number}>
                        <button
                            type="button"
                            aria-current={one === chosen ? 'true' : undefined}
                            onClick={() => remember({ attempt: String(one.number) })}
                        >
                            <span class="attempt-number">#{count(one.attempt)}</span>
                            <Badge text={one.outcome} />
                            <span class="muted attempt-when">
                                {clock(one.at)} · {micros(one.tookMicros)}
                            </span>
                        </button>
                    </li>
                ))}
            </ol>
        </nav>
    );
}

function Section({ title, aside, children }: { title: string; aside?: ComponentChildren; children: ComponentChildren }) {
    return (
        <section class="panel section">
            <header class="panel-head">
                <h2>{title}</h2>
                {aside}
            </header>
            <div class="section-body">{children}</div>
        </section>
    );
}

function Chosen(props: { attempt: Attempt; newest: boolean; explained: Explained; path: string }) {
    const { attempt, newest, explained } = props;
    const rejected = newest && (attempt.rejected ?? []).length === 0 ? explained.groups : attempt.rejected;
    const refused = (rejected ?? []).reduce((sum, group) => sum + group.nodes, 0);
    return (
        <>
            <Section
                title={`Attempt ${count(attempt.attempt)}`}
                aside={
                    <span class="muted spread">
                        {`${clock(attempt.at)}, took ${micros(attempt.tookMicros)}, ${count(attempt.feasible)} of ${plural(attempt.nodes, 'node')} would do`}
                        {(attempt.ties ?? 0) > 1 && `, ${count(attempt.ties ?? 0)} were best alike and lots were drawn`}
                    </span>
                }
            >
                {attempt.message && <p class="message">{visible(attempt.message)}</p>}
                {refused > 0 ? (
                    <Groups groups={rejected} detail={attempt.detail} of={attempt.nodes} />
                ) : (
                    <p class="muted">{attempt.outcome === 'placed' ? 'No node was refused.' : 'No reasons by node were given.'}</p>
                )}
            </Section>
            {attempt.winner && (
                <Section title="Winner and runner-up">
                    {newest && explained.difference.length > 0 && (
                        <ul class="difference">
                            {explained.difference.map((line) => (
                                <li key={line}>{visible(line)}</li>
                            ))}
                        </ul>
                    )}
                    <DuelTable winner={attempt.winner} other={attempt.runnerUp} otherTitle="runner-up" />
                </Section>
            )}
            {attempt.offers && Object.keys(attempt.offers).length > 0 && (
                <Section title="Done on its node">
                    <ul class="plain">
                        {Object.entries(attempt.offers).map(([plugin, texts]) => (
                            <li key={plugin}>
                                <span class="plugin">{visible(plugin)}</span> {texts.map(visible).join('; ')}
                            </li>
                        ))}
                    </ul>
                </Section>
            )}
            {attempt.preemption && <Receipt preemption={attempt.preemption} />}
            {attempt.detail ? (
                <Section title="Scores of every node" aside={<span class="muted spread">as kept with the attempt</span>}>
                    <ScoreTable detail={attempt.detail} winner={attempt.node ?? ''} />
                </Section>
            ) : (
                <OnPresent path={props.path} key={props.path} />
            )}
            {(attempt.moves ?? []).length > 0 && <Moves moves={attempt.moves ?? []} />}
        </>
    );
}

function NoAttempt({ explained, path }: { explained: Explained; path: string }) {
    return (
        <>
            {explained.groups.length > 0 && (
                <Section title="Why not">
                    <Groups groups={explained.groups} detail={undefined} of={nodes.byName.size} />
                </Section>
            )}
            <OnPresent path={path} />
        </>
    );
}

/** What a new attempt would find now, for attempts of which only the summary was kept. */
function OnPresent({ path }: { path: string }) {
    const answer = useAnswer(`${path}/present`, (signal) => ask<Present>(`${path}/present`, signal));
    const present = answer.value;
    const judged = present?.nodes.length ?? 0;
    const passed = present?.nodes.some((node) => node.card) ?? false;
    return (
        <Section
            title="Every node, on the present state"
            aside={
                <button type="button" class="quiet spread" disabled={answer.busy} onClick={answer.reload}>
                    Compute again
                </button>
            }
        >
            {answer.error !== '' && <Trouble error={answer.error} retry={answer.reload} />}
            {!present && answer.busy && <Empty>…</Empty>}
            {present && (
                <>
                    <p class="note">
                        {visible(present.note)} <span class="muted">({clock(present.at)})</span>
                    </p>
                    <p class="line">
                        <Badge text={present.outcome} />
                        {present.message !== '' && <span>{visible(present.message)}</span>}
                        {present.best.length > 0 && (
                            <span>
                                best: <NodeLink name={present.best[0] ?? ''} />
                                {present.best.length > 1 && ` and ${plural(present.best.length - 1, 'other')} alike`}
                            </span>
                        )}
                    </p>
                    <Groups groups={present.groups} detail={present.nodes} of={judged} />
                    {passed && <ScoreTable detail={present.nodes} winner={present.best.length === 1 ? (present.best[0] ?? '') : ''} />}
                </>
            )}
        </Section>
    );
}

function Receipt({ preemption }: { preemption: Preemption }) {
    return (
        <Section
            title="Preemption"
            aside={
                <a class="help-link spread" href={helpPath('default-preemption')}>
                    help
                </a>
            }
        >
            <p>
                {`${plural(preemption.examined, 'node')} examined, evictions would help on ${count(preemption.possible)}`}
                {preemption.node !== '' && (
                    <>
                        ; took <NodeLink name={preemption.node} />
                        {preemption.decidedBy !== '' && `, decided by ${visible(preemption.decidedBy)}`}
                    </>
                )}
            </p>
            {preemption.victims.length > 0 && (
                <table class="small">
                    <caption>Evicted</caption>
                    <thead>
                        <tr>
                            <th>Pod</th>
                            <th class="figures">Priority</th>
                            <th>Why</th>
                            <th>Budgets</th>
                        </tr>
                    </thead>
                    <tbody>
                        {preemption.victims.map((victim, index) => (
                            <tr key={victim.pod || index}>
                                <td>
                                    <PodLink pod={victim.pod} />
                                </td>
                                <td class="figures">{count(victim.priority)}</td>
                                <td>{(victim.why ?? []).map(visible).join('; ')}</td>
                                <td>
                                    {(victim.budgets ?? []).map(visible).join(', ')}
                                    {victim.violates && <span class="chip bad">violated</span>}
                                </td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            {preemption.spared.length > 0 && (
                <p>
                    <span class="muted">Spared:</span>{' '}
                    {preemption.spared.map((pod, index) => (
                        <span key={pod || index}>
                            {index > 0 && ', '}
                            <PodLink pod={pod} />
                        </span>
                    ))}
                </p>
            )}
            {preemption.options.length > 0 && (
                <table class="small">
                    <caption>Where else</caption>
                    <thead>
                        <tr>
                            <th>Node</th>
                            <th class="figures">Victims</th>
                            <th class="figures">Violations of budgets</th>
                        </tr>
                    </thead>
                    <tbody>
                        {preemption.options.slice(0, 20).map((option) => (
                            <tr key={option.node}>
                                <td>
                                    <NodeLink name={option.node} />
                                </td>
                                <td class="figures">{count(option.victims)}</td>
                                <td class="figures">{count(option.violations)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
        </Section>
    );
}

/** The pod's way through the queue, with the time it spent at each stop. */
function Moves({ moves }: { moves: Move[] }) {
    const inOrder = [...moves].sort((a, b) => a.at - b.at);
    return (
        <Section title="Its way through the queue">
            <ol class="moves">
                {inOrder.map((move, index) => {
                    const next = inOrder[index + 1];
                    return (
                        <li key={`${move.at} ${index}`}>
                            <span class="muted">{clock(move.at)}</span>
                            <span class={`stop lane-${move.queue}`}>{move.queue === 'inflight' ? 'in flight' : visible(move.queue)}</span>
                            <span>{move.event === '' ? <span class="muted">an attempt</span> : visible(move.event)}</span>
                            {next && <span class="muted">{lasted(next.at - move.at)}</span>}
                        </li>
                    );
                })}
            </ol>
        </Section>
    );
}

function lasted(millis: number): string {
    return millis < 1_000 ? `${millis} ms` : span(millis);
}

function Help({ explained }: { explained: Explained }) {
    if (explained.helps.length === 0 && explained.hints.length === 0) {
        return null;
    }
    return (
        <Section title="What would help">
            {explained.hints.length > 0 && (
                <ul class="plain hints">
                    {explained.hints.map((hint) => (
                        <li key={hint}>{visible(hint)}</li>
                    ))}
                </ul>
            )}
            {explained.helps.length > 0 && (
                <>
                    <h3>It is tried again when</h3>
                    <Wakes wakes={explained.helps} />
                </>
            )}
        </Section>
    );
}

/** Why this pod is not on that node. */
function Ask({ pod, path }: { pod: string; path: string }) {
    const [node, setNode] = useState('');
    const [answer, setAnswer] = useState<WhyNot | undefined>(undefined);
    const [error, setError] = useState('');
    const ready = node.trim() !== '';
    const send = () => {
        setError('');
        ask<WhyNot>(`why-not/${path}/${encodeURIComponent(node.trim())}`).then(setAnswer, (broken: unknown) => {
            setAnswer(undefined);
            setError(words(broken));
        });
    };
    return (
        <Section title="Why not on a node of your choice">
            <form
                class="line"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (ready) {
                        send();
                    }
                }}
            >
                <input
                    aria-label={`Node to ask about for ${visible(pod)}`}
                    placeholder="name of a node"
                    value={node}
                    spellcheck={false}
                    onInput={(event) => setNode(event.currentTarget.value)}
                />
                <button type="submit" disabled={!ready}>
                    Ask
                </button>
            </form>
            <div role="status">
                {answer && (
                    <>
                        <p class="line">
                            <Badge text={answer.outcome} /> <b>{visible(answer.answer)}</b>
                        </p>
                        {answer.group && <Groups groups={[{ ...answer.group, nodes: 1, names: [answer.node] }]} detail={undefined} of={1} />}
                        {answer.best && answer.card && <DuelTable winner={answer.best} other={answer.card} otherTitle="this node" />}
                        <p class="note">{visible(answer.note)}</p>
                    </>
                )}
            </div>
            {error !== '' && <Trouble error={error} />}
        </Section>
    );
}
