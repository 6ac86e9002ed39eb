import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { count as counted } from './format';
import { toggled, type Sort } from './sort';
import { scrollTo, windowOf, type Window } from './window';

export interface Column<T> {
    key: string;
    title: string;
    /** A track of a CSS grid. */
    width: string;
    figures?: boolean;
    sortable?: boolean;
    cell: (row: T) => ComponentChildren;
}

interface Props<T> {
    label: string;
    columns: Column<T>[];
    count: number;
    row: (index: number) => T | undefined;
    keyOf: (row: T) => string;
    sort?: Sort;
    onSort?: (sort: Sort) => void;
    onOpen?: (row: T) => void;
    /** The row the keyboard or a click chose. */
    onAt?: (row: T) => void;
    onWindow?: (window: Window) => void;
    empty: ComponentChildren;
    /** As high as its rows, up to so many; otherwise it fills the place it is in. */
    atMost?: number;
    /** Narrower than this many pixels it scrolls sideways. */
    minWidth?: number;
    /** What the rows are a view of: another one starts at the top. */
    of?: string;
}

export const ROW = 28;
const SPARE = 6;

/** A table of any length that renders only its visible rows. One tab stop; arrows move, Enter opens. */
export function Table<T>(props: Props<T>) {
    const { columns, count, sort } = props;
    const grid = useRef<HTMLDivElement>(null);
    const id = useId();
    const [scrolled, setScrolled] = useState(0);
    const [height, setHeight] = useState(400);
    const [at, setAt] = useState(-1);
    const frame = useRef(0);

    useLayoutEffect(() => {
        const element = grid.current;
        if (!element) {
            return;
        }
        const measure = () => setHeight(Math.max(ROW, element.clientHeight - ROW));
        measure();
        const observer = new ResizeObserver(measure);
        observer.observe(element);
        return () => observer.disconnect();
    }, []);
    useEffect(() => () => cancelAnimationFrame(frame.current), []);
    useLayoutEffect(() => {
        if (grid.current) {
            grid.current.scrollTop = 0;
        }
        setScrolled(0);
        setAt(-1);
    }, [props.of]);

    const window = windowOf(Math.min(scrolled, Math.max(0, count * ROW - height)), height, ROW, count, SPARE);
    useEffect(() => props.onWindow?.(window), [window.from, window.to, props.of]);

    const choose = (index: number) => {
        setAt(index);
        const row = props.row(index);
        if (row !== undefined) {
            props.onAt?.(row);
        }
    };
    const move = (to: number) => {
        const next = Math.max(0, Math.min(count - 1, to));
        choose(next);
        const element = grid.current;
        if (element) {
            element.scrollTop = scrollTo(next, element.scrollTop, height, ROW);
        }
    };
    const onKey = (event: KeyboardEvent) => {
        if (event.target !== grid.current || count === 0 || event.altKey || event.ctrlKey || event.metaKey) {
            return;
        }
        const page = Math.max(1, Math.floor(height / ROW) - 1);
        const moves: Record<string, number> = {
            ArrowDown: at + 1,
            ArrowUp: at < 0 ? 0 : at - 1,
            PageDown: at + page,
            PageUp: at - page,
            Home: 0,
            End: count - 1,
        };
        const to = moves[event.key];
        if (to !== undefined) {
            event.preventDefault();
            move(to);
        } else if (event.key === 'Enter' && at >= 0) {
            const row = props.row(at);
            if (row !== undefined && props.onOpen) {
                event.preventDefault();
                props.onOpen(row);
            }
        }
    };

    const tracks = columns.map((column) => column.width).join(' ');
    const rows: ComponentChildren[] = [];
    for (let index = window.from; index < window.to; index++) {
        const row = props.row(index);
        rows.push(
            <div
                key={(row === undefined ? '' : props.keyOf(row)) || `row ${index}`}
                id={`${id}-${index}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={index === at}
                class={`row${index === at ? ' at' : ''}${props.onOpen ? ' opens' : ''}`}
                style={{ transform: `translateY(${index * ROW}px)`, gridTemplateColumns: tracks }}
                onClick={(event) => {
                    choose(index);
                    if (row !== undefined && !(event.target as Element).closest('a, button') && !getSelection()?.toString()) {
                        props.onOpen?.(row);
                    }
                }}
            >
                {columns.map((column) => (
                    <div role="gridcell" key={column.key} class={column.figures ? 'cell figures' : 'cell'}>
                        {row === undefined ? <span class="coming" /> : column.cell(row)}
                    </div>
                ))}
            </div>,
        );
    }

    const wide = props.minWidth === undefined ? {} : { minWidth: `${props.minWidth}px` };
    const style = props.atMost === undefined ? {} : { height: `${(Math.min(props.atMost, Math.max(1, count)) + 1) * ROW + 2}px` };
    return (
        <div
            ref={grid}
            class={props.atMost === undefined ? 'table fills' : 'table'}
            style={style}
            role="grid"
            tabIndex={0}
            data-arrows
            aria-label={`${props.label}, ${counted(count)} rows`}
            aria-rowcount={count + 1}
            aria-colcount={columns.length}
            aria-activedescendant={at >= window.from && at < window.to ? `${id}-${at}` : undefined}
            onKeyDown={onKey}
            onFocus={(event) => {
                if (event.target === grid.current && at < 0 && count > 0 && grid.current?.matches(':focus-visible')) {
                    setAt(window.from === 0 ? 0 : window.from + SPARE);
                }
            }}
            onScroll={() => {
                if (frame.current === 0) {
                    frame.current = requestAnimationFrame(() => {
                        frame.current = 0;
                        setScrolled(grid.current?.scrollTop ?? 0);
                    });
                }
            }}
        >
            <div role="rowgroup" class="head" style={wide}>
                <div role="row" aria-rowindex={1} class="row" style={{ gridTemplateColumns: tracks }}>
                    {columns.map((column) => {
                        const sorts = sort?.key === column.key;
                        return (
                            <div
                                role="columnheader"
                                key={column.key}
                                class={column.figures ? 'cell figures' : 'cell'}
                                aria-sort={sorts ? (sort.down ? 'descending' : 'ascending') : undefined}
                            >
                                {column.sortable && sort ? (
                                    <button
                                        type="button"
                                        class={sorts ? 'sort on' : 'sort'}
                                        onClick={() => props.onSort?.(toggled(sort, column.key, column.figures ?? false))}
                                    >
                                        <span title={column.title}>{column.title}</span>
                                        <span class="arrow" aria-hidden="true">
                                            {sorts ? (sort.down ? '↓' : '↑') : ''}
                                        </span>
                                    </button>
                                ) : (
                                    column.title
                                )}
                            </div>
                        );
                    })}
                </div>
            </div>
            {count === 0 ? (
                <div role="rowgroup" class="none">
                    <div role="row">
                        <div role="gridcell" class="empty">
                            {props.empty}
                        </div>
                    </div>
                </div>
            ) : (
                <div role="rowgroup" class="rows" style={{ ...wide, height: `${count * ROW}px` }}>
                    {rows}
                </div>
            )}
        </div>
    );
}
