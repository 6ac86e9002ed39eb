import { signal } from '@preact/signals';
import { go } from './router';
import { nextTheme } from './theme';

export const GOES: Record<string, { path: string; title: string }> = {
    c: { path: '/', title: 'Cluster' },
    q: { path: '/queue', title: 'Queue' },
    p: { path: '/pods', title: 'Pods' },
    h: { path: '/charts', title: 'Charts' },
    n: { path: '/create', title: 'Create' },
    d: { path: '/help', title: 'Help pages' },
};

export type Sheet = '' | 'keys' | 'jump';
export const sheet = signal<Sheet>('');

export interface Commands {
    pause: () => void;
    step: () => void;
    writable: () => boolean;
}

function typing(target: EventTarget | null): boolean {
    return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function focusSearch(): boolean {
    const input = document.querySelector<HTMLInputElement>('main [data-search]');
    input?.focus();
    input?.select();
    return input !== null;
}

/** Arrow keys without a focused element go to the first table or map. */
function focusArrows(): boolean {
    const target = document.querySelector<HTMLElement>('main [data-arrows]');
    target?.focus();
    return target !== null;
}

let leading = false;
let forget = 0;

export function listenToKeys(commands: Commands): void {
    document.addEventListener('keydown', (event) => {
        if (event.defaultPrevented) {
            return;
        }
        if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
            event.preventDefault();
            sheet.value = 'jump';
            return;
        }
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        if (typing(event.target)) {
            if (event.key === 'Escape') {
                (event.target as HTMLElement).blur();
                document.getElementById('main')?.focus();
            }
            return;
        }
        if (sheet.value !== '' || document.querySelector('dialog[open]')) {
            return;
        }
        if (leading) {
            leading = false;
            const goes = GOES[event.key];
            if (goes) {
                event.preventDefault();
                go(goes.path);
            }
            return;
        }
        switch (event.key) {
            case 'g':
                leading = true;
                clearTimeout(forget);
                forget = setTimeout(() => (leading = false), 1_200) as unknown as number;
                break;
            case '?':
                sheet.value = 'keys';
                break;
            case '/':
                event.preventDefault();
                if (!focusSearch()) {
                    sheet.value = 'jump';
                }
                break;
            case 't':
                nextTheme();
                break;
            case 'P':
                if (commands.writable()) {
                    commands.pause();
                }
                break;
            case '.':
                if (commands.writable()) {
                    commands.step();
                }
                break;
            case 'ArrowDown':
            case 'ArrowUp':
                if (event.target === document.body || (event.target as Element).id === 'main') {
                    if (focusArrows()) {
                        event.preventDefault();
                    }
                }
                break;
        }
    });
}
