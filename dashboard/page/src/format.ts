const grouped = new Intl.NumberFormat('en-US');

export function count(value: number): string {
    return grouped.format(value);
}

/** Cores from millicores: 250m below one core, else with the necessary decimals. */
export function cores(millis: number): string {
    if (millis % 1000 === 0) {
        return grouped.format(millis / 1000);
    }
    return Math.abs(millis) < 1000 ? `${millis}m` : grouped.format(millis / 1000);
}

const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

export function bytes(value: number): string {
    let unit = 0;
    let left = value;
    while (Math.abs(left) >= 1024 && unit < BINARY.length - 1) {
        left /= 1024;
        unit++;
    }
    const digits = Number.isInteger(left) || Math.abs(left) >= 100 ? 0 : 1;
    return `${trimmed(left.toFixed(digits))}${BINARY[unit] ?? ''}`;
}

function trimmed(decimal: string): string {
    return decimal.endsWith('.0') ? decimal.slice(0, -2) : decimal;
}

function inBytes(resource: string): boolean {
    return resource === 'memory' || resource === 'ephemeral-storage' || resource.startsWith('hugepages-');
}

/** An amount of a resource in its usual unit. */
export function amount(resource: string, value: number): string {
    if (resource === 'cpu') {
        return cores(value);
    }
    return inBytes(resource) ? bytes(value) : count(value);
}

/** The used part in percent; 0 of nothing. */
export function percent(used: number, all: number): number {
    return all > 0 ? (used / all) * 100 : used > 0 ? 100 : 0;
}

export function percentText(value: number): string {
    return `${value > 0 && value < 1 ? '<1' : Math.round(value)}%`;
}

/** A span of time as kubectl writes ages: the two largest units, the second only where it matters. */
export function span(millis: number): string {
    const seconds = Math.max(0, Math.floor(millis / 1000));
    if (seconds < 120) {
        return `${seconds}s`;
    }
    const minutes = Math.floor(seconds / 60);
    if (minutes < 10) {
        return join(minutes, 'm', seconds % 60, 's');
    }
    if (minutes < 180) {
        return `${minutes}m`;
    }
    const hours = Math.floor(minutes / 60);
    if (hours < 8) {
        return join(hours, 'h', minutes % 60, 'm');
    }
    if (hours < 48) {
        return `${hours}h`;
    }
    const days = Math.floor(hours / 24);
    return days < 8 ? join(days, 'd', hours % 24, 'h') : `${days}d`;
}

function join(large: number, largeUnit: string, small: number, smallUnit: string): string {
    return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}

export function micros(value: number): string {
    if (value < 1_000) {
        return `${Math.round(value)} µs`;
    }
    if (value < 1_000_000) {
        return `${trimmed((value / 1_000).toFixed(value < 100_000 ? 1 : 0))} ms`;
    }
    return `${trimmed((value / 1_000_000).toFixed(1))} s`;
}

function two(value: number): string {
    return String(value).padStart(2, '0');
}

/** The local time of day. */
export function clock(at: number): string {
    const date = new Date(at);
    return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

export function plural(value: number, one: string, many = `${one}s`): string {
    return `${count(value)} ${value === 1 ? one : many}`;
}

// What a name could use to look like something else: control characters, zero widths, direction marks, lone halves of pairs.
const HIDDEN =
    /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text with everything invisible in it made visible. */
export function visible(text: string): string {
    return text.replace(HIDDEN, (found) => `⟨U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}
