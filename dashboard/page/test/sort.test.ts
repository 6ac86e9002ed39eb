import { expect, it } from 'vitest';
import { natural, sorted, sortOf, sortText, toggled } from '../src/sort';

it('puts node-2 before node-10', () => {
    const names = ['node-10', 'node-2', 'node-1', 'a10b2', 'a10b10'];
    expect(sorted(names, () => 0, (name) => name, false)).toEqual(['a10b2', 'a10b10', 'node-1', 'node-2', 'node-10']);
    expect(natural('node-2') < natural('node-10')).toBe(true);
});

it('sorts by value either way, and equal rows always by name', () => {
    const rows = [
        { name: 'c', value: 1 },
        { name: 'b', value: 2 },
        { name: 'a', value: 2 },
    ];
    const names = (down: boolean) => sorted(rows, (row) => row.value, (row) => row.name, down).map((row) => row.name);
    expect(names(false)).toEqual(['c', 'a', 'b']);
    expect(names(true)).toEqual(['a', 'b', 'c']);
    expect(rows.map((row) => row.name)).toEqual(['c', 'b', 'a']);
});

it('writes orders as the server reads them', () => {
    expect(sortText({ key: 'age', down: true })).toBe('-age');
    expect(sortOf('-age')).toEqual({ key: 'age', down: true });
    expect(sortOf('name')).toEqual({ key: 'name', down: false });
});

it('shows the largest figures first, then the smallest', () => {
    const once = toggled({ key: 'name', down: false }, 'cpu', true);
    expect(once).toEqual({ key: 'cpu', down: true });
    expect(toggled(once, 'cpu', true)).toEqual({ key: 'cpu', down: false });
    expect(toggled(once, 'name', false)).toEqual({ key: 'name', down: false });
});
