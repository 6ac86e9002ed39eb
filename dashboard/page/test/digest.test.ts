import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { digest, digestOfSources, sources } from '../vite.config';

it('is over path and content, with any line ends, in order', () => {
    const files: Record<string, string> = { a: 'x\r\ny', b: '' };
    const expected = createHash('sha256').update('a\0x\ny\0b\0\0').digest('hex');
    expect(digest(['a', 'b'], (path) => files[path] ?? '')).toBe(expected);
});

it('covers what the bundle is made of', () => {
    const paths = sources();
    expect(paths).toEqual([...paths].sort());
    for (const path of ['index.html', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'src/main.tsx', 'src/views/cluster.tsx', 'src/page.css', 'src/icon.svg']) {
        expect(paths).toContain(path);
    }
});

it('is in the bundle; if not, npm run build', () => {
    const bundle = join(import.meta.dirname, '../../src/main/resources/dev/berth/dashboard/page/index.html');
    expect(readFileSync(bundle, 'utf8')).toContain(`<meta name="berth-sources" content="${digestOfSources()}">`);
});

it('has no address of a registry to lock', () => {
    const lock = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8');
    expect(lock).not.toContain('"resolved"');
});
