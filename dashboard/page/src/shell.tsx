import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask, errorText, post, signOut } from './api';
import type { PodsAnswer, StatusAnswer } from './contract';
import { count, visible } from './format';
import { GOES, sheet } from './keys';
import { dismiss, notice, notices } from './notices';
import { Name, PodName, useAnswer, useRested } from './parts';
import { go, nodePath, podPath, route, type Route } from './router';
import { connection, nodes, overview, paused, pending, status, takeStatus, trouble, writable } from './store';
import { dark, nextTheme } from './theme';

const TABS: { title: string; path: string; views: Route['view'][]; embedded?: boolean }[] = [
    { title: 'Cluster', path: '/', views: ['cluster', 'node'] },
    { title: 'Queue', path: '/queue', views: ['queue'] },
    { title: 'Pods', path: '/pods', views: ['pods', 'pod'] },
    { title: 'Charts', path: '/charts', views: ['charts'] },
    { title: 'Create', path: '/create', views: ['create'], embedded: true },
    { title: 'Help', path: '/help', views: ['help'] },
];

export function pauseOrResume(): void {
    post<StatusAnswer>(paused.peek() ? 'resume' : 'pause').then(takeStatus, (error: unknown) => notice(errorText(error), true));
}

export function step(): void {
    post<StatusAnswer>('step').then(takeStatus, (error: unknown) => notice(errorText(error), true));
}

export function TopBar() {
    const view = route.value.view;
    return (
        <header class="top">
            <a class="brand" href="/" aria-label="Berth, cluster">
                <svg viewBox="0 0 32 32" aria-hidden="true">
                    <rect width="32" height="32" rx="7" />
                    <path d="M7 21.5h18M9 21.5V10.5h5.5v11M17.5 21.5v-7H23v7" />
                </svg>
                Berth
            </a>
            <nav aria-label="Views">
                {TABS.filter((tab) => !tab.embedded || writable.value).map((tab) => (
                    <a key={tab.path} href={tab.path} aria-current={tab.views.includes(view) ? 'page' : undefined}>
                        {tab.title}
                        {tab.path === '/queue' && pending.value > 0 && <span class="tab-count">{count(pending.value)}</span>}
                    </a>
                ))}
            </nav>
            <div class="tools">
                <button type="button" class="jump" onClick={() => (sheet.value = 'jump')} title="Go to a pod or node (Ctrl K)">
                    Go to… <kbd>Ctrl K</kbd>
                </button>
                {writable.value && <Steering />}
                <Connected />
                <button
                    type="button"
                    class="icon"
                    onClick={nextTheme}
                    aria-label={dark.value ? 'Light colors' : 'Dark colors'}
                    title={`${dark.value ? 'Light' : 'Dark'} colors (t)`}
                >
                    {dark.value ? '☀' : '☾'}
                </button>
                <button type="button" class="icon" onClick={() => (sheet.value = 'keys')} aria-label="Keys" title="Keys (?)">
                    ?
                </button>
            </div>
        </header>
    );
}

function Steering() {
    return (
        <div class="steering" role="group" aria-label="Scheduler">
            <button type="button" class={paused.value ? 'on' : ''} onClick={pauseOrResume} title={`${paused.value ? 'Resume' : 'Pause'} scheduling (P)`}>
                {paused.value ? 'Resume' : 'Pause'}
            </button>
            <button type="button" disabled={!paused.value} onClick={step} title="Schedule one pod (.)">
                Step
            </button>
        </div>
    );
}

function Connected() {
    const state = connection.value;
    const shown = state === 'live' && paused.value ? 'paused' : state;
    return (
        <span class={`connected ${shown.replace(' ', '-')}`} role="status" title={trouble.value || `Berth ${overview.value?.version ?? ''}`}>
            {shown}
        </span>
    );
}

/** A problem that affects all views. */
export function Banner() {
    const state = connection.value;
    if (state === 'standby' || (state === 'reconnecting' && trouble.value !== '')) {
        return (
            <div class="banner" role="status">
                {visible(trouble.value)}
                {status.value && state === 'reconnecting' && ' The data on this page may be outdated.'}
            </div>
        );
    }
    return null;
}

export function Notices() {
    return (
        <div class="notices" role="status">
            {notices.value.map((one) => (
                <div key={one.number} class={one.bad ? 'notice bad' : 'notice'}>
                    <span>{visible(one.text)}</span>
                    <button type="button" class="icon" aria-label="Dismiss" onClick={() => dismiss(one.number)}>
                        ×
                    </button>
                </div>
            ))}
        </div>
    );
}

export function Sheets() {
    return sheet.value === 'keys' ? <Keys /> : sheet.value === 'jump' ? <Jump /> : null;
}

/** A dialog that is open as long as it is rendered; Esc and a click beside it close it. */
export function Dialog(props: { title: string; onClose: () => void; children: preact.ComponentChildren; class?: string }) {
    const dialog = useRef<HTMLDialogElement>(null);
    useLayoutEffect(() => {
        const before = document.activeElement;
        dialog.current?.showModal();
        return () => {
            if (before instanceof HTMLElement && before.isConnected) {
                before.focus();
            }
        };
    }, []);
    return (
        <dialog
            ref={dialog}
            class={props.class}
            aria-label={props.title}
            onClose={props.onClose}
            onClick={(event) => event.target === dialog.current && props.onClose()}
        >
            <div class="dialog-body">{props.children}</div>
        </dialog>
    );
}

const KEYS: [string, string][] = [
    ...Object.entries(GOES).map(([key, goes]): [string, string] => [`g ${key}`, goes.title]),
    ['/', 'Search in this view'],
    ['Ctrl K', 'Go to a pod or node'],
    ['↑ ↓', 'Move in a table or in the map'],
    ['Enter', 'Open the selected row'],
    ['Esc', 'Leave the search, or close the dialog'],
    ['t', 'Light or dark'],
    ['?', 'Show keyboard shortcuts'],
];

function Keys() {
    const all: [string, string][] = writable.value ? [...KEYS, ['P', 'Pause or resume the scheduler'], ['.', 'Schedule one pod while paused']] : KEYS;
    return (
        <Dialog title="Keys" onClose={() => (sheet.value = '')}>
            <h2>Keys</h2>
            <dl class="keys">
                {all.map(([key, does]) => (
                    <div key={key}>
                        <dt>
                            {key.split(' ').map((one) => (
                                <kbd key={one}>{one}</kbd>
                            ))}
                        </dt>
                        <dd>{does}</dd>
                    </div>
                ))}
            </dl>
            <p class="line">
                <button type="button" onClick={() => (sheet.value = '')}>
                    Close
                </button>
                <button
                    type="button"
                    class="quiet"
                    onClick={() => {
                        sheet.value = '';
                        void signOut().then(() => (connection.value = 'signed out'));
                    }}
                >
                    Sign out
                </button>
                <span class="muted spread">Berth {visible(overview.value?.version ?? '')}</span>
            </p>
        </Dialog>
    );
}

interface Target {
    path: string;
    pod?: string;
    node?: string;
}

const FOUND = 8;

function Jump() {
    const [text, setText] = useState('');
    const [at, setAt] = useState(0);
    const rested = useRested(text.trim(), 80);
    const answer = useAnswer(
        `jump ${rested}`,
        rested === '' ? undefined : (signal) => ask<PodsAnswer>(`pods?search=${encodeURIComponent(rested)}&limit=${FOUND}`, signal),
    );
    const wanted = text.trim().toLowerCase();
    const targets: Target[] = [];
    if (wanted !== '') {
        for (const name of nodes.byName.keys()) {
            if (name.toLowerCase().includes(wanted)) {
                targets.push({ path: nodePath(name), node: name });
                if (targets.length === FOUND) {
                    break;
                }
            }
        }
        for (const pod of answer.value?.pods ?? []) {
            if (pod.pod !== '') {
                targets.push({ path: podPath(pod.pod), pod: pod.pod });
            }
        }
    }
    const open = (target: Target | undefined) => {
        if (target) {
            sheet.value = '';
            go(target.path);
        }
    };
    return (
        <Dialog title="Go to a pod or node" class="jump-dialog" onClose={() => (sheet.value = '')}>
            <input
                type="text"
                role="combobox"
                aria-label="Name of a pod or node"
                aria-expanded={targets.length > 0}
                aria-controls="jump-found"
                aria-activedescendant={targets[at] ? `jump-${at}` : undefined}
                placeholder="Name of a pod or node"
                spellcheck={false}
                autocomplete="off"
                autofocus
                value={text}
                onInput={(event) => {
                    setText(event.currentTarget.value);
                    setAt(0);
                }}
                onKeyDown={(event) => {
                    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                        event.preventDefault();
                        setAt(Math.max(0, Math.min(targets.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))));
                    } else if (event.key === 'Enter') {
                        event.preventDefault();
                        open(targets[at]);
                    }
                }}
            />
            <ul id="jump-found" role="listbox" aria-label="Results">
                {targets.map((target, index) => (
                    <li
                        key={target.path}
                        id={`jump-${index}`}
                        role="option"
                        aria-selected={index === at}
                        onMouseEnter={() => setAt(index)}
                        onClick={() => open(target)}
                    >
                        <span class="muted">{target.node === undefined ? 'pod' : 'node'}</span>
                        {target.node === undefined ? <PodName pod={target.pod ?? ''} /> : <Name text={target.node} />}
                    </li>
                ))}
            </ul>
            {wanted !== '' && targets.length === 0 && <p class="empty">{answer.busy ? '…' : 'No pod or node has this name.'}</p>}
        </Dialog>
    );
}
