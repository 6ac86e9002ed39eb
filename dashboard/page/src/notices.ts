import { signal } from '@preact/signals';

export interface Notice {
    number: number;
    text: string;
    bad: boolean;
}

const SHOWN_MS = 6_000;

export const notices = signal<Notice[]>([]);
let last = 0;

export function notice(text: string, bad = false): void {
    const number = ++last;
    notices.value = [...notices.value.slice(-3), { number, text, bad }];
    setTimeout(() => dismiss(number), bad ? SHOWN_MS * 2 : SHOWN_MS);
}

export function dismiss(number: number): void {
    notices.value = notices.value.filter((one) => one.number !== number);
}
