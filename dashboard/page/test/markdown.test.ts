import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inline, linkOf, parseMarkdown, type Block } from '../src/markdown';

describe('markdown', () => {
    it('reads headings, paragraphs and code', () => {
        expect(parseMarkdown('# A `b`\n\none\ntwo\n\n    code\n\n```yaml\nx: 1\n\ny: 2\n```\n')).toEqual([
            { kind: 'heading', level: 1, inner: [{ kind: 'text', text: 'A ' }, { kind: 'code', text: 'b' }] },
            { kind: 'paragraph', inner: [{ kind: 'text', text: 'one two' }] },
            { kind: 'code', text: 'code' },
            { kind: 'code', text: 'x: 1\n\ny: 2' },
        ]);
    });

    it('reads tables, with bars in code and behind backslashes', () => {
        const [table] = parseMarkdown('| a | b |\n|---|---|\n| `x|y` | p \\| q |\n| 2 | |\n');
        expect(table).toEqual({
            kind: 'table',
            head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
            rows: [
                [[{ kind: 'code', text: 'x|y' }], [{ kind: 'text', text: 'p | q' }]],
                [[{ kind: 'text', text: '2' }], []],
            ],
        });
    });

    it('reads lists, their long items and lists in them', () => {
        const [list, after] = parseMarkdown('- one\n  goes on\n- two\n  - deep\n- three\n\nafter');
        expect(list).toMatchObject({ kind: 'list', ordered: false });
        const items = (list as Extract<Block, { kind: 'list' }>).items;
        expect(items).toHaveLength(3);
        expect(items[0]).toEqual([{ kind: 'paragraph', inner: [{ kind: 'text', text: 'one goes on' }] }]);
        expect(items[1]?.[1]).toMatchObject({ kind: 'list' });
        expect(after).toMatchObject({ kind: 'paragraph' });
        expect(parseMarkdown('1. a\n2. b')[0]).toMatchObject({ kind: 'list', ordered: true });
    });

    it('reads emphasis and links, and leaves names with underscores and stars alone', () => {
        expect(inline('**a** *b* [c `d`](e.md) snake_case_name 2*3*4')).toEqual([
            { kind: 'strong', inner: [{ kind: 'text', text: 'a' }] },
            { kind: 'text', text: ' ' },
            { kind: 'em', inner: [{ kind: 'text', text: 'b' }] },
            { kind: 'text', text: ' ' },
            { kind: 'link', href: 'e.md', inner: [{ kind: 'text', text: 'c ' }, { kind: 'code', text: 'd' }] },
            { kind: 'text', text: ' snake_case_name 2*3*4' },
        ]);
    });

    it('takes HTML for text and passes over comments', () => {
        expect(parseMarkdown('<!-- output -->\n<script>alert(1)</script>')).toEqual([
            { kind: 'paragraph', inner: [{ kind: 'text', text: '<script>alert(1)</script>' }] },
        ]);
    });

    it('follows links to help pages and the web only', () => {
        expect(linkOf('node-affinity.md')).toBe('/help/node-affinity');
        expect(linkOf('node-affinity.md#reasons')).toBe('/help/node-affinity');
        expect(linkOf('README.md')).toBe('/help');
        expect(linkOf('https://example.com/x')).toBe('https://example.com/x');
        for (const href of ['../operate/decide.md', 'javascript:alert(1)', 'data:text/html,x', '#reasons', '//example.com', '']) {
            expect(linkOf(href)).toBe('');
        }
    });

    it('ends, whatever it reads', () => {
        for (const text of ['`', '```', '|', '|\n|-', '- ', '>', '[a](', '**', '\\', '- a\n\n\n  b', '    ', '#', '* * *', '1.']) {
            expect(Array.isArray(parseMarkdown(text))).toBe(true);
        }
    });

    it('reads every help page there is: each begins with its title, and no table is left as text', () => {
        const folder = join(import.meta.dirname, '../../../docs/plugins');
        for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
            const blocks = parseMarkdown(readFileSync(join(folder, file), 'utf8'));
            expect(blocks[0], file).toMatchObject({ kind: 'heading', level: 1 });
            expect(blocks.length, file).toBeGreaterThan(2);
            for (const block of blocks) {
                if (block.kind === 'paragraph' && block.inner[0]?.kind === 'text') {
                    expect(block.inner[0].text.startsWith('|'), `${file}: ${block.inner[0].text}`).toBe(false);
                }
                if (block.kind === 'table') {
                    for (const row of block.rows) {
                        expect(row.length, `${file}: ${JSON.stringify(row)}`).toBe(block.head.length);
                    }
                }
            }
        }
    });
});
