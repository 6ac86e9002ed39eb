import type { ComponentChildren } from 'preact';
import { visible } from './format';
import { linkOf, type Block, type Inline } from './markdown';

export function Prose({ blocks }: { blocks: Block[] }) {
    return <div class="prose">{blocks.map(block)}</div>;
}

function spans(all: Inline[]): ComponentChildren {
    return all.map((one, index) => {
        switch (one.kind) {
            case 'text':
                return visible(one.text);
            case 'code':
                return <code key={index}>{visible(one.text)}</code>;
            case 'strong':
                return <strong key={index}>{spans(one.inner)}</strong>;
            case 'em':
                return <em key={index}>{spans(one.inner)}</em>;
            case 'link':
                return link(one.href, one.inner, index);
        }
    });
}

function link(href: string, inner: Inline[], key: number): ComponentChildren {
    const to = linkOf(href);
    if (to === '') {
        return <span key={key}>{spans(inner)}</span>;
    }
    return to.startsWith('/') ? (
        <a key={key} href={to}>
            {spans(inner)}
        </a>
    ) : (
        <a key={key} href={to} target="_blank" rel="noreferrer noopener">
            {spans(inner)}
        </a>
    );
}

function block(one: Block, key: number): ComponentChildren {
    switch (one.kind) {
        case 'heading': {
            const Tag = `h${Math.min(6, one.level)}` as 'h1';
            return <Tag key={key}>{spans(one.inner)}</Tag>;
        }
        case 'paragraph':
            return <p key={key}>{spans(one.inner)}</p>;
        case 'code':
            return (
                <pre key={key} tabIndex={0}>
                    <code>{one.text.split('\n').map(visible).join('\n')}</code>
                </pre>
            );
        case 'list': {
            const Tag = one.ordered ? 'ol' : 'ul';
            return (
                <Tag key={key}>
                    {one.items.map((item, index) => (
                        <li key={index}>{tight(item)}</li>
                    ))}
                </Tag>
            );
        }
        case 'quote':
            return <blockquote key={key}>{one.inner.map(block)}</blockquote>;
        case 'table':
            return (
                <div key={key} class="wide" tabIndex={0} role="group" aria-label="Table">
                    <table>
                        <thead>
                            <tr>
                                {one.head.map((cell, index) => (
                                    <th key={index}>{spans(cell)}</th>
                                ))}
                            </tr>
                        </thead>
                        <tbody>
                            {one.rows.map((row, index) => (
                                <tr key={index}>
                                    {row.map((cell, column) => (
                                        <td key={column}>{spans(cell)}</td>
                                    ))}
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            );
        case 'rule':
            return <hr key={key} />;
    }
}

function tight(item: Block[]): ComponentChildren {
    const [only, ...more] = item;
    return only?.kind === 'paragraph' ? [spans(only.inner), ...more.map(block)] : item.map(block);
}
