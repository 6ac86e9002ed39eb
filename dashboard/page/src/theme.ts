import { computed, effect, signal } from '@preact/signals';

export type Theme = 'light' | 'dark' | 'system';

const KEY = 'berth-theme';

function stored(): Theme {
    try {
        const kept = localStorage.getItem(KEY);
        return kept === 'light' || kept === 'dark' ? kept : 'system';
    } catch {
        return 'system';
    }
}

export const theme = signal<Theme>(stored());

const media = matchMedia('(prefers-color-scheme: dark)');
const systemDark = signal(media.matches);
media.addEventListener('change', () => (systemDark.value = media.matches));

export const dark = computed(() => (theme.value === 'system' ? systemDark.value : theme.value === 'dark'));

effect(() => {
    document.documentElement.dataset['theme'] = dark.value ? 'dark' : 'light';
});

export function nextTheme(): void {
    theme.value = dark.peek() ? 'light' : 'dark';
    try {
        localStorage.setItem(KEY, theme.peek());
    } catch {
        // Kept for this visit only.
    }
}

/** A color of the style sheet, for canvases. */
export function colour(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
