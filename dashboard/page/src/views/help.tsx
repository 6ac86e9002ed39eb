import { ask, askText } from '../api';
import type { HelpAnswer } from '../contract';
import { visible } from '../format';
import { parseMarkdown } from '../markdown';
import { Empty, Trouble, useAnswer, useTitle } from '../parts';
import { Prose } from '../prose';
import { helpPath } from '../router';

export function HelpPages({ page }: { page: string }) {
    const list = useAnswer('help', (signal) => ask<HelpAnswer>('help', signal));
    const text = useAnswer(`help ${page}`, page === '' ? undefined : () => askText(`help/${encodeURIComponent(page)}`));
    const title = list.value?.pages.find((one) => one.page === page)?.title ?? page;
    useTitle(page === '' ? 'Help' : visible(title));
    return (
        <div class="help">
            <nav class="panel help-list" aria-label="Help pages">
                <header class="panel-head">
                    <h2>Help pages</h2>
                </header>
                {list.error !== '' && <Trouble error={list.error} retry={list.reload} />}
                <ul>
                    {list.value?.pages.map((one) => (
                        <li key={one.page}>
                            <a href={helpPath(one.page)} aria-current={one.page === page ? 'page' : undefined}>
                                {visible(one.title)}
                            </a>
                        </li>
                    ))}
                </ul>
            </nav>
            <article class="panel help-text">
                {page === '' && (
                    <div class="prose">
                        <h1>Help</h1>
                        <p>
                            Each plugin has a page with its purpose, its arguments, its rejection reasons, and the events that requeue a pod.
                            The reasons on the page of a pod link to these pages.
                        </p>
                        <p>
                            Press <kbd>?</kbd> for the keyboard shortcuts.
                        </p>
                    </div>
                )}
                {text.error !== '' && <Trouble error={text.error} retry={text.reload} />}
                {page !== '' && text.busy && text.value === undefined && <Empty>…</Empty>}
                {text.value !== undefined && <Prose blocks={parseMarkdown(text.value)} />}
            </article>
        </div>
    );
}
