// The path of the session. Browsers send the cookie of the session only below this path, so that servers on other ports of
// the machine do not receive it. The server passes the path in the fragment of the address, and the page keeps it in the
// storage of its origin.

const KEY = 'berth.session';

let path = '';

/** The path of the session in a fragment, such as `#session=abc`. */
export function sessionIn(fragment: string): string {
    return /^#session=([\w-]+)$/.exec(fragment)?.[1] ?? '';
}

/** Keeps the session of the present address, and removes it from the address. */
export function takeSession(): void {
    const given = sessionIn(location.hash);
    if (given !== '') {
        keepSession(given);
        history.replaceState(history.state, '', location.pathname + location.search);
        return;
    }
    try {
        path = localStorage.getItem(KEY) ?? '';
    } catch {
        // Without storage, the session lasts until the page is closed.
    }
}

export function keepSession(given: string): void {
    path = given;
    try {
        localStorage.setItem(KEY, given);
    } catch {
        // See above.
    }
}

/** The address of a request in the session. */
export function inSession(address: string): string {
    return path === '' ? address : `/session/${path}${address}`;
}
