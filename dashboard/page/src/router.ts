import { signal } from '@preact/signals';
import { QUEUE_STATES, type QueueState } from './contract';

export type Route =
    | { view: 'cluster' }
    | { view: 'node'; name: string }
    | { view: 'queue'; state: QueueState | '' }
    | { view: 'pods' }
    | { view: 'pod'; namespace: string; name: string }
    | { view: 'charts' }
    | { view: 'create' }
    | { view: 'help'; page: string }
    | { view: 'nowhere'; path: string };

export function parse(path: string): Route {
    const nowhere: Route = { view: 'nowhere', path };
    let parts: string[];
    try {
        parts = path.split('/').filter(Boolean).map(decodeURIComponent);
    } catch {
        return nowhere;
    }
    const [view, first, second, ...more] = parts;
    if (more.length > 0) {
        return nowhere;
    }
    switch (view) {
        case undefined:
            return { view: 'cluster' };
        case 'nodes':
            return first === undefined ? { view: 'cluster' } : second === undefined ? { view: 'node', name: first } : nowhere;
        case 'queue':
            if (second !== undefined || (first !== undefined && !QUEUE_STATES.includes(first as QueueState))) {
                return nowhere;
            }
            return { view: 'queue', state: (first as QueueState | undefined) ?? '' };
        case 'pods':
            if (first === undefined) {
                return { view: 'pods' };
            }
            return second === undefined ? nowhere : { view: 'pod', namespace: first, name: second };
        case 'charts':
        case 'create':
            return first === undefined ? { view } : nowhere;
        case 'help':
            return second === undefined ? { view: 'help', page: first ?? '' } : nowhere;
        default:
            return nowhere;
    }
}

export function nodePath(name: string): string {
    return `/nodes/${encodeURIComponent(name)}`;
}

/** The address of the decisions of a pod named namespace/name. */
export function podPath(pod: string): string {
    const slash = pod.indexOf('/');
    return `/pods/${encodeURIComponent(pod.slice(0, slash))}/${encodeURIComponent(pod.slice(slash + 1))}`;
}

export function helpPath(page: string): string {
    return `/help/${encodeURIComponent(page)}`;
}

const here = () => (typeof location === 'undefined' ? '/' : location.pathname);
const asked = () => new URLSearchParams(typeof location === 'undefined' ? '' : location.search);

export const route = signal<Route>(parse(here()));
export const query = signal<URLSearchParams>(asked());

function settle(): void {
    query.value = asked();
    const next = parse(here());
    if (JSON.stringify(next) !== JSON.stringify(route.peek())) {
        route.value = next;
    }
}

export function go(path: string): void {
    history.pushState(null, '', path);
    settle();
}

/** Keeps the settings of a view (a search, an order) in its address, without an entry in the history. */
export function remember(changes: Record<string, string>): void {
    const next = asked();
    for (const [key, value] of Object.entries(changes)) {
        if (value === '') {
            next.delete(key);
        } else {
            next.set(key, value);
        }
    }
    const text = next.toString();
    history.replaceState(null, '', here() + (text === '' ? '' : `?${text}`));
    settle();
}

/** Follows links to our own views without loading the page again. */
export function listen(): void {
    addEventListener('popstate', settle);
    document.addEventListener('click', (event) => {
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
            return;
        }
        const link = (event.target as Element).closest('a');
        const path = link?.getAttribute('href');
        if (link && path?.startsWith('/') && !link.hasAttribute('download')) {
            event.preventDefault();
            go(path);
        }
    });
}
