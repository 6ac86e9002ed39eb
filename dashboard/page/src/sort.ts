export interface Sort {
    key: string;
    down: boolean;
}

/** The order as in addresses: the key, with a minus in front for descending. */
export function sortText(sort: Sort): string {
    return sort.down ? `-${sort.key}` : sort.key;
}

export function sortOf(text: string): Sort {
    return text.startsWith('-') ? { key: text.slice(1), down: true } : { key: text, down: false };
}

/** The order after a click on a column head: figures largest first, then the reverse. */
export function toggled(present: Sort, key: string, figures: boolean): Sort {
    return present.key === key ? { key, down: !present.down } : { key, down: figures };
}

const keys = new Map<string, string>();

/** A key that sorts node-2 before node-10; cached, because sorting thousands of names repeatedly is expensive. */
export function natural(name: string): string {
    let key = keys.get(name);
    if (key === undefined) {
        key = name.replace(/\d+/g, (digits) => digits.padStart(12, '0'));
        if (keys.size > 200_000) {
            keys.clear();
        }
        keys.set(name, key);
    }
    return key;
}

/** A sorted copy; rows that are equal keep the order of their tie-breaking names. */
export function sorted<T>(rows: readonly T[], value: (row: T) => number | string, name: (row: T) => string, down: boolean): T[] {
    const decorated = rows.map((row) => ({ row, value: value(row), name: natural(name(row)) }));
    const sign = down ? -1 : 1;
    decorated.sort((a, b) => {
        if (a.value !== b.value) {
            return (a.value < b.value ? -1 : 1) * sign;
        }
        return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
    });
    return decorated.map((entry) => entry.row);
}
