import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { errorText } from './api';
import type { RequeueItem } from './contract';
import { amount, clock, percent, percentText, span, visible } from './format';
import { notice } from './notices';
import { now } from './store';
import { nodePath, podPath } from './router';

/** A name from the cluster: plain text with its own direction, cut if it is too long, complete in its title. */
export function Name({ text }: { text: string }) {
    const shown = visible(text);
    return (
        <bdi class="name" title={shown}>
            {shown}
        </bdi>
    );
}

export function NodeLink({ name, still = false }: { name: string; still?: boolean }) {
    return name === '' ? null : (
        <a class="cut" href={nodePath(name)} tabIndex={still ? -1 : undefined}>
            <Name text={name} />
        </a>
    );
}

/** A pod, with its namespace in a quiet color; a hidden pod has no name. */
export function PodLink({ pod, still = false }: { pod: string; still?: boolean }) {
    if (pod === '') {
        return <span class="hidden-name">hidden</span>;
    }
    return (
        <a class="cut" href={podPath(pod)} tabIndex={still ? -1 : undefined}>
            <PodName pod={pod} />
        </a>
    );
}

export function PodName({ pod }: { pod: string }) {
    const slash = pod.indexOf('/');
    return (
        <span class="name" title={visible(pod)}>
            <bdi class="namespace">{visible(pod.slice(0, slash))}</bdi>
            <span class="namespace">/</span>
            <bdi>{visible(pod.slice(slash + 1))}</bdi>
        </span>
    );
}

export function Age({ at }: { at: number }) {
    return <time title={`since ${clock(at)}`}>{span(now.value - at)}</time>;
}

const TONES: Record<string, string> = {
    active: 'accent',
    'in-flight': 'accent',
    binding: 'accent',
    bound: 'good',
    created: 'good',
    scheduled: 'good',
    fits: 'good',
    backoff: 'warn',
    waiting: 'warn',
    gated: 'quiet',
    deleting: 'quiet',
    'other-scheduler': 'quiet',
    skipped: 'quiet',
    unknown: 'quiet',
    unschedulable: 'bad',
    rejected: 'bad',
    error: 'bad',
};

/** @param past whether it tells about the past, so that it must not alarm */
export function Badge({ text, past = false }: { text: string; past?: boolean }) {
    return <span class={`badge ${past ? 'quiet' : (TONES[text] ?? 'quiet')}`}>{visible(text)}</span>;
}

/** How much of a resource is requested, and with `free` how much is left. */
export function Bar({ resource, used, all, free = false }: { resource: string; used: number; all: number; free?: boolean }) {
    const part = percent(used, all);
    return (
        <div class="usage">
            <span class="usage-name" title={visible(resource)}>
                {visible(resource)}
            </span>
            <span class="usage-figures">
                {amount(resource, used)} / {amount(resource, all)}
                {free && <span class="free">{amount(resource, Math.max(0, all - used))} free</span>}
            </span>
            <span class="usage-percent">{percentText(part)}</span>
            <span class="bar" role="img" aria-label={`${visible(resource)}: ${percentText(part)} requested`}>
                <span class={part > 100 ? 'over' : ''} style={{ width: `${Math.min(100, part)}%` }} />
            </span>
        </div>
    );
}

/** The events that requeue a pod, by plugin. */
export function RequeueList({ requeue }: { requeue: RequeueItem[] }) {
    return (
        <ul class="requeue">
            {requeue.map((one) => (
                <li key={one.plugin}>
                    <span class="plugin">{visible(one.plugin)}</span>{' '}
                    <span title={one.events.map(visible).join(', ')}>
                        {(one.descriptions.length > 0 ? one.descriptions : one.events).map(visible).join(', or ')}
                    </span>
                </li>
            ))}
        </ul>
    );
}

export function Empty({ children }: { children: ComponentChildren }) {
    return <div class="empty">{children}</div>;
}

export function Trouble({ error, retry }: { error: string; retry?: () => void }) {
    return (
        <div class="trouble" role="alert">
            <span>{visible(error)}</span>
            {retry && (
                <button type="button" onClick={retry}>
                    Try again
                </button>
            )}
        </div>
    );
}

export function Copy({ text }: { text: string }) {
    const [copied, setCopied] = useState(false);
    return (
        <button
            type="button"
            class="quiet"
            onClick={() => {
                navigator.clipboard.writeText(text).then(
                    () => {
                        setCopied(true);
                        setTimeout(() => setCopied(false), 1_500);
                    },
                    (error: unknown) => notice(errorText(error), true),
                );
            }}
        >
            {copied ? 'Copied' : 'Copy name'}
        </button>
    );
}

export interface Answer<T> {
    value: T | undefined;
    error: string;
    busy: boolean;
    reload: () => void;
}

/** The answer to a question, asked again when its key changes; late answers to old questions are dropped. */
export function useAnswer<T>(key: string, load: ((signal: AbortSignal) => Promise<T>) | undefined): Answer<T> {
    const [state, setState] = useState<{ key: string; value: T | undefined; error: string; busy: boolean }>({
        key,
        value: undefined,
        error: '',
        busy: load !== undefined,
    });
    const control = useRef<AbortController | undefined>(undefined);
    const reload = () => {
        if (!load) {
            return;
        }
        control.current?.abort();
        const abort = new AbortController();
        control.current = abort;
        setState((before) => (before.key === key ? { ...before, busy: true } : { key, value: undefined, error: '', busy: true }));
        load(abort.signal).then(
            (value) => abort.signal.aborted || setState({ key, value, error: '', busy: false }),
            (error: unknown) =>
                abort.signal.aborted ||
                setState((before) => ({
                    key,
                    value: before.key === key ? before.value : undefined,
                    error: errorText(error),
                    busy: false,
                })),
        );
    };
    useEffect(() => {
        reload();
        return () => control.current?.abort();
    }, [key, load !== undefined]);
    const fresh = state.key === key;
    return {
        value: fresh ? state.value : undefined,
        error: fresh ? state.error : '',
        busy: fresh ? state.busy : true,
        reload,
    };
}

/** Runs the work every so often while it is on screen. */
export function useEvery(millis: number, work: () => void): void {
    const latest = useRef(work);
    latest.current = work;
    useEffect(() => {
        const timer = setInterval(() => {
            if (!document.hidden) {
                latest.current();
            }
        }, millis);
        return () => clearInterval(timer);
    }, [millis]);
}

export function useTitle(title: string): void {
    useEffect(() => {
        document.title = `${title} · Berth`;
    }, [title]);
}

/** The text once it has not changed for a moment, so that not every key press asks the server. */
export function useRested(text: string, millis = 150): string {
    const [rested, setRested] = useState(text);
    useEffect(() => {
        const timer = setTimeout(() => setRested(text), millis);
        return () => clearTimeout(timer);
    }, [text, millis]);
    return rested;
}

export function Search({ value, label, onInput }: { value: string; label: string; onInput: (text: string) => void }) {
    return (
        <label class="search">
            <input
                type="search"
                data-search
                placeholder={label}
                aria-label={label}
                value={value}
                spellcheck={false}
                autocomplete="off"
                onInput={(event) => onInput(event.currentTarget.value)}
            />
            <kbd aria-hidden="true">/</kbd>
        </label>
    );
}

/** A few choices side by side, one of them selected. */
export function Choice<T extends string>(props: {
    label: string;
    choices: readonly T[];
    value: T;
    onChange: (choice: T) => void;
    show?: (choice: T) => string;
}) {
    return (
        <div class="choice" role="group" aria-label={props.label}>
            {props.choices.map((choice) => (
                <button type="button" key={choice} aria-pressed={choice === props.value} onClick={() => props.onChange(choice)}>
                    {props.show?.(choice) ?? choice}
                </button>
            ))}
        </div>
    );
}
