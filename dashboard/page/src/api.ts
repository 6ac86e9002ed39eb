import { inSession, keepSession } from './session';

/** An error answer, with the text of the server. */
export class AnswerError extends Error {
    constructor(
        readonly status: number,
        message: string,
    ) {
        super(message);
    }
}

type Listener = () => void;
const signedOut = new Set<Listener>();

/** Called when the server cannot authenticate the request (any more). */
export function onSignedOut(listener: Listener): void {
    signedOut.add(listener);
}

async function answered(response: Response): Promise<Response> {
    if (response.ok) {
        return response;
    }
    if (response.status === 401) {
        signedOut.forEach((listener) => listener());
    }
    throw new AnswerError(response.status, await messageOf(response));
}

/** The text of an error: answers have `error`, those of Kubernetes `message`. */
async function messageOf(response: Response): Promise<string> {
    const text = await response.text();
    try {
        const body = JSON.parse(text) as { error?: string; message?: string };
        const message = body.error ?? body.message;
        if (message) {
            return message;
        }
    } catch {
        // Not JSON: the text itself is all there is.
    }
    return text.trim() || `the server returned ${response.status} ${response.statusText}`;
}

async function send(path: string, init?: RequestInit): Promise<Response> {
    let response: Response;
    try {
        response = await fetch(path, { credentials: 'same-origin', cache: 'no-store', ...init });
    } catch (broken) {
        if (init?.signal?.aborted) {
            throw broken;
        }
        throw new AnswerError(0, `${path} did not respond; is Berth still running?`);
    }
    return answered(response);
}

/** Asks Berth; the path is what follows /berth/v1/. */
export async function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
    const response = await send(inSession(`/berth/v1/${path}`), signal ? { signal } : {});
    return (await response.json()) as T;
}

export async function askText(path: string): Promise<string> {
    return (await send(inSession(`/berth/v1/${path}`))).text();
}

export async function post<T>(path: string): Promise<T> {
    return (await send(inSession(`/berth/v1/${path}`), { method: 'POST' })).json() as Promise<T>;
}

/** A created object, and the warnings of the server. */
export interface Created<T> {
    object: T;
    warnings: string[];
}

/** Creates an object; the server rejects unknown fields. */
export async function create<T>(path: string, body: string, type: string): Promise<Created<T>> {
    const response = await send(inSession(`/k8s/${path}?fieldValidation=Strict`), {
        method: 'POST',
        body,
        headers: { Accept: 'application/json', 'Content-Type': type },
    });
    return { object: (await response.json()) as T, warnings: warningsOf(response.headers.get('Warning')) };
}

/** The texts of a Warning header: 299 - "one", 299 - "another". */
export function warningsOf(header: string | null): string[] {
    return Array.from((header ?? '').matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g), (found) => (found[1] ?? '').replace(/\\(.)/g, '$1'));
}

/** A request to the API of the embedded cluster; the path is what follows /k8s/. */
export async function kube<T>(method: string, path: string, body?: string, type = 'application/json'): Promise<T> {
    const init: RequestInit = body === undefined ? { method } : { method, body, headers: { 'Content-Type': type } };
    return (await send(inSession(`/k8s/${path}`), { ...init, headers: { Accept: 'application/json', ...init.headers } })).json() as Promise<T>;
}

export function merge(path: string, patch: unknown): Promise<unknown> {
    return kube('PATCH', path, JSON.stringify(patch), 'application/merge-patch+json');
}

export async function signIn(token: string): Promise<void> {
    const response = await send('/login', { method: 'POST', body: token.trim(), headers: { 'Content-Type': 'text/plain' } });
    keepSession((await response.text()).trim());
}

export async function signOut(): Promise<void> {
    await send(inSession('/logout'), { method: 'POST' });
}

export function errorText(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}
