/** Parses the part of Markdown that the help pages use into plain values; nothing is interpreted as HTML. */

export type Inline =
    | { kind: 'text'; text: string }
    | { kind: 'code'; text: string }
    | { kind: 'strong' | 'em'; inner: Inline[] }
    | { kind: 'link'; href: string; inner: Inline[] };

export type Block =
    | { kind: 'heading'; level: number; inner: Inline[] }
    | { kind: 'paragraph'; inner: Inline[] }
    | { kind: 'code'; text: string }
    | { kind: 'list'; ordered: boolean; items: Block[][] }
    | { kind: 'quote'; inner: Block[] }
    | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
    | { kind: 'rule' };

const ITEM = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/;
const FENCE = /^\s*(```+|~~~+)/;
const DIVIDER = /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/;

export function parseMarkdown(text: string): Block[] {
    return blocks(text.replaceAll('\r\n', '\n').replace(/<!--[\s\S]*?-->/g, '').split('\n'));
}

function blocks(lines: string[]): Block[] {
    const found: Block[] = [];
    let at = 0;
    const line = (index: number) => lines[index] ?? '';
    while (at < lines.length) {
        const present = line(at);
        const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(present);
        const fence = FENCE.exec(present)?.[1];
        if (present.trim() === '') {
            at++;
        } else if (heading) {
            found.push({ kind: 'heading', level: heading[1]?.length ?? 1, inner: inline(heading[2] ?? '') });
            at++;
        } else if (fence) {
            const body: string[] = [];
            at++;
            while (at < lines.length && !line(at).trim().startsWith(fence)) {
                body.push(line(at++));
            }
            at++;
            found.push({ kind: 'code', text: body.join('\n') });
        } else if (/^( {4}|\t)/.test(present)) {
            const body: string[] = [];
            while (at < lines.length && (/^( {4}|\t)/.test(line(at)) || line(at).trim() === '')) {
                body.push(line(at++).replace(/^( {4}|\t)/, ''));
            }
            found.push({ kind: 'code', text: body.join('\n').trimEnd() });
        } else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(present)) {
            found.push({ kind: 'rule' });
            at++;
        } else if (present.trimStart().startsWith('>')) {
            const body: string[] = [];
            while (at < lines.length && line(at).trimStart().startsWith('>')) {
                body.push(line(at++).replace(/^\s*> ?/, ''));
            }
            found.push({ kind: 'quote', inner: blocks(body) });
        } else if (present.includes('|') && DIVIDER.test(line(at + 1))) {
            const head = cells(present);
            const rows: Inline[][][] = [];
            at += 2;
            while (at < lines.length && line(at).includes('|') && line(at).trim() !== '') {
                rows.push(cells(line(at++)));
            }
            found.push({ kind: 'table', head, rows });
        } else if (ITEM.test(present)) {
            const list = listAt(lines, at);
            found.push(list.block);
            at = list.next;
        } else {
            const body: string[] = [];
            while (at < lines.length && line(at).trim() !== '' && (body.length === 0 || !starts(line(at)))) {
                body.push(line(at++).trim());
            }
            found.push({ kind: 'paragraph', inner: inline(body.join(' ')) });
        }
    }
    return found;
}

function starts(line: string): boolean {
    return /^#{1,6}\s/.test(line) || FENCE.test(line) || ITEM.test(line) || line.trimStart().startsWith('>');
}

function listAt(lines: string[], start: number): { block: Block; next: number } {
    const first = ITEM.exec(lines[start] ?? '');
    const indent = first?.[1]?.length ?? 0;
    const ordered = /\d/.test(first?.[2] ?? '');
    const items: Block[][] = [];
    let body: string[] = [];
    let at = start;
    const close = () => {
        if (body.length > 0) {
            items.push(blocks(body));
        }
        body = [];
    };
    for (; at < lines.length; at++) {
        const line = lines[at] ?? '';
        const item = ITEM.exec(line);
        const deep = /^\s*/.exec(line)?.[0].length ?? 0;
        if (item && deep === indent) {
            close();
            body.push(item[3] ?? '');
        } else if (line.trim() === '') {
            const next = lines[at + 1] ?? '';
            const nextDeep = /^\s*/.exec(next)?.[0].length ?? 0;
            if (next.trim() === '' || (nextDeep <= indent && !(ITEM.test(next) && nextDeep === indent))) {
                break;
            }
            body.push('');
        } else if (deep > indent) {
            body.push(line.slice(Math.min(deep, indent + 2)));
        } else if (!starts(line) && (lines[at - 1] ?? '').trim() !== '') {
            body.push(line);
        } else {
            break;
        }
    }
    close();
    return { block: { kind: 'list', ordered, items }, next: at };
}

/** The cells of a row; a bar after a backslash or in code does not separate cells. */
function cells(line: string): Inline[][] {
    const found: string[] = [];
    let cell = '';
    let code = false;
    for (let at = 0; at < line.length; at++) {
        const char = line.charAt(at);
        if (char === '\\' && line.charAt(at + 1) === '|') {
            cell += '|';
            at++;
        } else if (char === '|' && !code) {
            found.push(cell);
            cell = '';
        } else {
            code = char === '`' ? !code : code;
            cell += char;
        }
    }
    found.push(cell);
    if (found[0]?.trim() === '') {
        found.shift();
    }
    if (found.at(-1)?.trim() === '' && line.trimEnd().endsWith('|')) {
        found.pop();
    }
    return found.map((one) => inline(one.trim()));
}

const INLINE = /(`+)([\s\S]*?[^`])\1(?!`)|\[((?:[^[\]`]|`[^`]*`)*)\]\(([^()\s]*)\)|\*\*([^*]+(?:\*(?!\*)[^*]*)*)\*\*|(?<![\w*])\*([^*\s][^*]*)\*|(?<!\w)_([^_]+)_(?!\w)|\\([\\`*_{}[\]()#+.!|<>-])/;

export function inline(text: string): Inline[] {
    const found: Inline[] = [];
    let rest = text;
    const say = (more: string) => {
        const last = found.at(-1);
        if (last?.kind === 'text') {
            last.text += more;
        } else if (more !== '') {
            found.push({ kind: 'text', text: more });
        }
    };
    for (let match = INLINE.exec(rest); match; match = INLINE.exec(rest)) {
        say(rest.slice(0, match.index));
        const [whole, , code, label, href, strong, star, score, escaped] = match;
        if (code !== undefined) {
            found.push({ kind: 'code', text: code.replace(/^ (.*) $/, '$1') });
        } else if (label !== undefined) {
            found.push({ kind: 'link', href: href ?? '', inner: inline(label) });
        } else if (strong !== undefined) {
            found.push({ kind: 'strong', inner: inline(strong) });
        } else if (star !== undefined || score !== undefined) {
            found.push({ kind: 'em', inner: inline(star ?? score ?? '') });
        } else {
            say(escaped ?? '');
        }
        rest = rest.slice(match.index + whole.length);
    }
    say(rest);
    return found;
}

/** The target of a link in a help page: another help page, the web, or nothing. */
export function linkOf(href: string): string {
    const page = /^(?:\.\/)?([a-z0-9-]+)\.md(#.*)?$/i.exec(href);
    if (page) {
        return page[1] === 'README' ? '/help' : `/help/${page[1] ?? ''}`;
    }
    return /^https?:\/\//i.test(href) ? href : '';
}
