import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask, errorText } from '../api';
import { LABELS, type DecisionItem, type DryRunAnswer, type ExplainPodAnswer, type PreemptionItem, type QueueMoveItem, type WhyNotAnswer } from '../contract';
import { clock, count, micros, plural, span, visible } from '../format';
import { ComparisonTable, Facts, Rejections, ScoreTable } from '../groups';
import { Age, Badge, Copy, Empty, Name, NodeLink, PodLink, PodName, RequeueList, Trouble, useAnswer, useEvery, useTitle } from '../parts';
import { helpPath, query, remember } from '../router';
import { decisions, nodes, now } from '../store';

const SETTLED = new Set(['bound', 'other-scheduler', 'deleting']);

export function Decision({ namespace, name }: { namespace: string; name: string }) {
    const pod = `${namespace}/${name}`;
    useTitle(visible(pod));
    const path = `explain/pods/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
    const answer = useAnswer(path, (signal) => ask<ExplainPodAnswer>(path, signal));
    const explained = answer.value;
    const newest = useComputed(() => decisions.value.find((one) => one.pod === pod)?.number).value;
    useEffect(() => {
        if (newest !== undefined && explained && !explained.attempts.some((one) => one.number >= newest)) {
            answer.reload();
        }
    }, [newest]);
    // The stream reports most attempts; skipped ones and moves in the queue are loaded now and then.
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

function Summary({ explained }: { explained: ExplainPodAnswer }) {
    return (
        <section class="panel summary" aria-label="Summary">
            <p class="answer">{visible(explained.summary)}</p>
            <dl class="facts">
                {explained.node !== '' && (
                    <Fact title={LABELS.node}>
                        <NodeLink name={explained.node} />
                    </Fact>
                )}
                {explained.nominatedNodeName !== '' && (
                    <Fact title={LABELS.nominatedNode}>
                        <NodeLink name={explained.nominatedNodeName} />
                    </Fact>
                )}
                {explained.sinceMillis !== undefined && (
                    <Fact title={LABELS.inState}>
                        <Age at={explained.sinceMillis} />
                    </Fact>
                )}
                {explained.untilMillis !== undefined && <Fact title={LABELS.timeLeft}>{span(explained.untilMillis - now.value)}</Fact>}
                <Fact title={LABELS.priority}>{count(explained.priority)}</Fact>
                <Fact title="Scheduler">
                    <Name text={explained.schedulerName} />
                </Fact>
                <Fact title="Recorded attempts">{count(explained.attempts.length)}</Fact>
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

function Attempts({ attempts, chosen }: { attempts: DecisionItem[]; chosen: DecisionItem | undefined }) {
    return (
        <nav class="panel attempts" aria-label="Attempts">
            <header class="panel-head">
                <h2>{LABELS.attempts}</h2>
            </header>
            {attempts.length === 0 && <Empty>No attempts are recorded.</Empty>}
            <ol>
                {attempts.map((one, index) => (
                    <li key={one.number}>
                        <button
                            type="button"
                            aria-current={one === chosen ? 'true' : undefined}
                            onClick={() => remember({ attempt: String(one.number) })}
                        >
                            <span class="attempt-number">#{count(one.attempt)}</span>
                            <Badge text={one.outcome} past={index > 0} />
                            <span class="muted attempt-when">
                                {clock(one.atMillis)} · {micros(one.tookMicros)}
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

function Chosen(props: { attempt: DecisionItem; newest: boolean; explained: ExplainPodAnswer; path: string }) {
    const { attempt, newest, explained } = props;
    // The rejections of the newest attempt have facts.
    const rejections = newest && explained.rejections.length > 0 ? explained.rejections : attempt.rejections;
    return (
        <>
            <Section
                title={`Attempt ${count(attempt.attempt)}`}
                aside={
                    <span class="muted spread">
                        {`${clock(attempt.atMillis)}, took ${micros(attempt.tookMicros)}, ${count(attempt.feasible)} of ${plural(attempt.nodes, 'node')} feasible`}
                        {attempt.ties > 1 && `, ${count(attempt.ties)} share the highest score, and one of them was chosen at random`}
                    </span>
                }
            >
                {attempt.message !== '' && <p class="message">{visible(attempt.message)}</p>}
                {rejections.length > 0 ? (
                    <Rejections rejections={rejections} results={attempt.nodeResults} of={attempt.nodes} />
                ) : (
                    <p class="muted">{attempt.outcome === 'scheduled' ? 'No node was rejected.' : 'No rejections by node are recorded.'}</p>
                )}
            </Section>
            {attempt.winner && (
                <Section title="Winner and runner-up">
                    {newest && explained.scoreDifferences.length > 0 && (
                        <ul class="difference">
                            {explained.scoreDifferences.map((line) => (
                                <li key={line}>{visible(line)}</li>
                            ))}
                        </ul>
                    )}
                    <ComparisonTable winner={attempt.winner} other={attempt.runnerUp} otherTitle="runner-up" />
                </Section>
            )}
            {Object.keys(attempt.allocations).length > 0 && (
                <Section title="Allocations">
                    <ul class="plain">
                        {Object.entries(attempt.allocations).map(([plugin, texts]) => (
                            <li key={plugin}>
                                <span class="plugin">{visible(plugin)}</span> {texts.map(visible).join('; ')}
                            </li>
                        ))}
                    </ul>
                </Section>
            )}
            {attempt.preemption && <PreemptionSection preemption={attempt.preemption} />}
            {attempt.nodeResults.length > 0 ? (
                <Section title="Scores of every node" aside={<span class="muted spread">recorded with the attempt</span>}>
                    <ScoreTable results={attempt.nodeResults} winner={attempt.node} />
                </Section>
            ) : (
                <DryRun path={props.path} key={props.path} bound={explained.state === 'bound'} />
            )}
            {attempt.moves.length > 0 && <Moves moves={attempt.moves} />}
        </>
    );
}

function NoAttempt({ explained, path }: { explained: ExplainPodAnswer; path: string }) {
    return (
        <>
            {explained.rejections.length > 0 && (
                <Section title="Rejected nodes">
                    <Rejections rejections={explained.rejections} results={[]} of={nodes.byName.size} />
                </Section>
            )}
            <DryRun path={path} bound={explained.state === 'bound'} />
        </>
    );
}

/** What an attempt would find now, for attempts whose results by node are not kept. */
function DryRun({ path, bound }: { path: string; bound: boolean }) {
    const answer = useAnswer(`${path}/dry-run`, (signal) => ask<DryRunAnswer>(`${path}/dry-run`, signal));
    const present = answer.value;
    const evaluated = present?.nodes ?? 0;
    const passed = present?.nodeResults.some((node) => node.scores) ?? false;
    return (
        <Section
            title="Dry run on the current state"
            aside={
                <button type="button" class="quiet spread" disabled={answer.busy} onClick={answer.reload}>
                    Run again
                </button>
            }
        >
            {answer.error !== '' && <Trouble error={answer.error} retry={answer.reload} />}
            {!present && answer.busy && <Empty>…</Empty>}
            {present && (
                <>
                    <p class="note">
                        {visible(present.note)} <span class="muted">({clock(present.atMillis)})</span>
                    </p>
                    <p class="line">
                        {/* For a bound pod, the dry run is about another pod like it. */}
                        <Badge text={present.outcome} past={bound} />
                        <span>{visible(present.summary)}</span>
                    </p>
                    {present.outcome === 'unschedulable' && <p class="message">{visible(present.message)}</p>}
                    <Rejections rejections={present.rejections} results={present.nodeResults} of={evaluated} />
                    {passed && <ScoreTable results={present.nodeResults} winner={present.bestNodes.length === 1 ? (present.bestNodes[0] ?? '') : ''} />}
                </>
            )}
        </Section>
    );
}

function PreemptionSection({ preemption }: { preemption: PreemptionItem }) {
    return (
        <Section
            title="Preemption"
            aside={
                <a class="help-link spread" href={helpPath('default-preemption')}>
                    help
                </a>
            }
        >
            <p>{visible(preemption.summary)}</p>
            {preemption.victims.length > 0 && (
                <table class="small">
                    <caption>{LABELS.victims}</caption>
                    <thead>
                        <tr>
                            <th>{LABELS.victim}</th>
                            <th class="figures">{LABELS.priority}</th>
                            <th>{LABELS.evictionReason}</th>
                            <th>{LABELS.budgets}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {preemption.victims.map((victim, index) => (
                            <tr key={victim.pod || index}>
                                <td>
                                    <PodLink pod={victim.pod} />
                                </td>
                                <td class="figures">{count(victim.priority)}</td>
                                <td>{victim.reasons.map(visible).join('; ')}</td>
                                <td>
                                    {victim.budgets.map(visible).join(', ')}
                                    {victim.violatesBudget && <span class="chip bad">violated</span>}
                                </td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            {preemption.reprieved.length > 0 && (
                <p>
                    <span class="muted">Reprieved:</span>{' '}
                    {preemption.reprieved.map((pod, index) => (
                        <span key={pod || index}>
                            {index > 0 && ', '}
                            <PodLink pod={pod} />
                        </span>
                    ))}
                </p>
            )}
            {preemption.candidateNodes.length > 0 && (
                <table class="small">
                    <caption>Candidates</caption>
                    <thead>
                        <tr>
                            <th>{LABELS.node}</th>
                            <th class="figures">{LABELS.victims}</th>
                            <th class="figures">{LABELS.budgetViolations}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {preemption.candidateNodes.slice(0, 20).map((option) => (
                            <tr key={option.node}>
                                <td>
                                    <NodeLink name={option.node} />
                                </td>
                                <td class="figures">{count(option.victims)}</td>
                                <td class="figures">{count(option.budgetViolations)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
        </Section>
    );
}

/** The moves of the pod through the scheduling queue, and the time between them. */
function Moves({ moves }: { moves: QueueMoveItem[] }) {
    const inOrder = [...moves].sort((a, b) => a.atMillis - b.atMillis);
    return (
        <Section title="Moves in the scheduling queue">
            <ol class="moves">
                {inOrder.map((move, index) => {
                    const next = inOrder[index + 1];
                    return (
                        <li key={`${move.atMillis} ${index}`}>
                            <span class="muted">{clock(move.atMillis)}</span>
                            <span class={`stop state-${move.queue}`}>{visible(move.queue)}</span>
                            <span>{move.event === '' ? <span class="muted">failed attempt</span> : visible(move.event)}</span>
                            {next && <span class="muted">{lasted(next.atMillis - move.atMillis)}</span>}
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

function Help({ explained }: { explained: ExplainPodAnswer }) {
    const gateFacts = explained.gate?.facts ?? [];
    if (explained.requeue.length === 0 && explained.hints.length === 0 && gateFacts.length === 0) {
        return null;
    }
    return (
        <Section title={LABELS.hints}>
            <Facts facts={gateFacts} />
            {explained.hints.length > 0 && (
                <ul class="plain hints">
                    {explained.hints.map((hint) => (
                        <li key={hint}>{visible(hint)}</li>
                    ))}
                </ul>
            )}
            {explained.requeue.length > 0 && (
                <>
                    <h3>{LABELS.requeuedWhen}</h3>
                    <RequeueList requeue={explained.requeue} />
                </>
            )}
        </Section>
    );
}

/** Why this pod is not on a given node. */
function Ask({ pod, path }: { pod: string; path: string }) {
    const [node, setNode] = useState('');
    const [answer, setAnswer] = useState<WhyNotAnswer | undefined>(undefined);
    const [error, setError] = useState('');
    const ready = node.trim() !== '';
    const send = () => {
        setError('');
        ask<WhyNotAnswer>(`why-not/${path}/${encodeURIComponent(node.trim())}`).then(setAnswer, (broken: unknown) => {
            setAnswer(undefined);
            setError(errorText(broken));
        });
    };
    return (
        <Section title="Why not on another node?">
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
                    aria-label={`Node to explain for ${visible(pod)}`}
                    placeholder="Name of a node"
                    value={node}
                    spellcheck={false}
                    onInput={(event) => setNode(event.currentTarget.value)}
                />
                <button type="submit" disabled={!ready}>
                    Explain
                </button>
            </form>
            <div role="status">
                {answer && (
                    <>
                        <p class="line">
                            <Badge text={answer.outcome} /> <b>{visible(answer.summary)}</b>
                        </p>
                        {answer.rejection && <Rejections rejections={[{ ...answer.rejection, nodes: 1, nodeNames: [answer.node] }]} results={[]} of={1} />}
                        {answer.hints.length > 0 && (
                            <ul class="plain hints">
                                {answer.hints.map((hint) => (
                                    <li key={hint}>{visible(hint)}</li>
                                ))}
                            </ul>
                        )}
                        {answer.bestScores && answer.scores && <ComparisonTable winner={answer.bestScores} other={answer.scores} otherTitle="this node" />}
                        <p class="note">{visible(answer.note)}</p>
                    </>
                )}
            </div>
            {error !== '' && <Trouble error={error} />}
        </Section>
    );
}
