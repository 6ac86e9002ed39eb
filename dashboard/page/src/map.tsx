import { useComputed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { NodeItem } from './contract';
import { amount, count, percent, percentText, visible } from './format';
import { cellAt, drawCell, drawZones, layoutOf, moved, ramp, type Layout, type Palette } from './heatmap';
import { go, nodePath } from './router';
import { nodes, nodesLoaded, onNodes } from './store';
import { colour, dark } from './theme';

function palette(): Palette {
    return {
        ramp: ramp(colour('heat-low'), colour('heat-high')),
        surface: colour('surface'),
        text: colour('text'),
        muted: colour('muted'),
        hatch: colour('hatch'),
        taint: colour('taint'),
        bad: colour('bad'),
        focus: colour('focus'),
    };
}

/** The nodes as a field of cells on a canvas. Only cells whose node changed are drawn again. */
export function HeatMap({ resource, maxHeight, onNode }: { resource: string; maxHeight: number; onNode: (name: string) => void }) {
    const box = useRef<HTMLDivElement>(null);
    const canvas = useRef<HTMLCanvasElement>(null);
    const marker = useRef<HTMLDivElement>(null);
    const said = useRef<HTMLDivElement>(null);
    const layout = useRef<Layout | undefined>(undefined);
    const at = useRef(-1);
    const isDark = dark.value;

    const place = () => {
        const cell = layout.current?.cells[at.current];
        const mark = marker.current;
        if (mark) {
            mark.hidden = cell === undefined;
            if (cell && layout.current) {
                mark.style.transform = `translate(${cell.x - 2}px, ${cell.y - 2}px)`;
                mark.style.width = mark.style.height = `${layout.current.side + 4}px`;
            }
        }
    };

    useLayoutEffect(() => {
        const element = canvas.current;
        const around = box.current;
        const context = element?.getContext('2d');
        if (!element || !around || !context) {
            return;
        }
        const colours = palette();
        const column = () => nodes.resources.indexOf(resource);
        let frame = 0;
        let dirty: Set<string> | undefined = new Set();
        let width = 0;
        const drawAll = () => {
            width = around.clientWidth;
            const laid = layoutOf(nodes.byName.values(), width, maxHeight);
            layout.current = laid;
            const scale = devicePixelRatio || 1;
            element.width = Math.round(width * scale);
            element.height = Math.round(laid.height * scale);
            element.style.width = `${width}px`;
            element.style.height = `${laid.height}px`;
            context.setTransform(scale, 0, 0, scale, 0, 0);
            context.clearRect(0, 0, width, laid.height);
            drawZones(context, laid, colours);
            draw(laid.byName.keys());
            place();
        };
        const draw = (names: Iterable<string>) => {
            const laid = layout.current;
            for (const name of names) {
                const cell = laid?.cells[laid.byName.get(name) ?? -1];
                const node = nodes.byName.get(name);
                if (laid && cell && node) {
                    drawCell(context, laid, cell, node, column(), colours);
                }
            }
        };
        const flush = () => {
            frame = 0;
            const what = dirty;
            dirty = new Set();
            if (what === undefined || moves(what)) {
                drawAll();
            } else {
                draw(what);
            }
        };
        // A node that came, went or changed its zone moves all the others.
        const moves = (names: Set<string>) => {
            const laid = layout.current;
            for (const name of names) {
                const node = nodes.byName.get(name);
                const cell = laid?.cells[laid.byName.get(name) ?? -1];
                if (!laid || (node === undefined) !== (cell === undefined)) {
                    return true;
                }
                if (node && cell && laid.zones[cell.zone]?.name !== node.zone) {
                    return true;
                }
            }
            return false;
        };
        const soon = (changed: Set<string> | undefined) => {
            if (changed === undefined) {
                dirty = undefined;
            } else {
                changed.forEach((name) => dirty?.add(name));
            }
            frame ||= requestAnimationFrame(flush);
        };
        drawAll();
        const stop = onNodes(soon);
        const observer = new ResizeObserver(() => {
            if (around.clientWidth !== width) {
                soon(undefined);
            }
        });
        observer.observe(around);
        return () => {
            stop();
            observer.disconnect();
            cancelAnimationFrame(frame);
        };
    }, [resource, isDark, maxHeight]);

    const show = (index: number, aloud: boolean) => {
        at.current = index;
        place();
        const cell = layout.current?.cells[index];
        onNode(cell?.name ?? '');
        const node = cell && nodes.byName.get(cell.name);
        if (aloud && node && said.current) {
            said.current.textContent = spoken(node, resource);
        }
    };

    const pointed = (event: MouseEvent): number => {
        const bounds = canvas.current?.getBoundingClientRect();
        return bounds && layout.current ? cellAt(layout.current, event.clientX - bounds.left, event.clientY - bounds.top) : -1;
    };

    return (
        <div
            class="map"
            role="application"
            aria-roledescription="heat map"
            aria-label={`Nodes by zone, colored by ${visible(resource)}. Arrow keys move, Enter opens; the table below has the same data.`}
            tabIndex={0}
            data-arrows
            onKeyDown={(event) => {
                if (event.ctrlKey || event.metaKey || event.altKey || !layout.current) {
                    return;
                }
                if (event.key === 'Enter') {
                    const cell = layout.current.cells[at.current];
                    if (cell) {
                        event.preventDefault();
                        go(nodePath(cell.name));
                    }
                } else if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') {
                    event.preventDefault();
                    show(moved(layout.current, at.current, event.key), true);
                    marker.current?.scrollIntoView({ block: 'nearest' });
                } else if (event.key === 'Escape') {
                    show(-1, false);
                }
            }}
            onFocus={(event) => {
                if (at.current < 0 && event.currentTarget.matches(':focus-visible')) {
                    show(0, true);
                }
            }}
            onBlur={() => show(-1, false)}
        >
            <div class="map-box" ref={box}>
                <canvas
                    ref={canvas}
                    aria-hidden="true"
                    onMouseMove={(event) => {
                        const index = pointed(event);
                        if (index !== at.current) {
                            show(index, false);
                        }
                        event.currentTarget.style.cursor = index < 0 ? '' : 'pointer';
                    }}
                    onMouseLeave={() => show(-1, false)}
                    onClick={(event) => {
                        const cell = layout.current?.cells[pointed(event)];
                        if (cell) {
                            go(nodePath(cell.name));
                        }
                    }}
                />
                <div class="marker" ref={marker} hidden />
            </div>
            {nodesLoaded.value && nodes.byName.size === 0 && (
                <p class="empty">{nodes.hidden > 0 ? `${count(nodes.hidden)} nodes that you cannot list.` : 'No nodes yet.'}</p>
            )}
            <div class="aloud" role="status" ref={said} />
        </div>
    );
}

function spoken(node: NodeItem, resource: string): string {
    const column = nodes.resources.indexOf(resource);
    const used = node.requested[column] ?? 0;
    const all = node.allocatable[column] ?? 0;
    const marks = [node.ready ? '' : 'not ready', node.cordoned ? 'cordoned' : '', node.taints.length > 0 ? 'tainted' : ''];
    return [
        visible(node.name),
        `${resource} ${percentText(percent(used, all))}, ${amount(resource, used)} of ${amount(resource, all)}`,
        `${count(node.pods)} pods`,
        ...marks.filter(Boolean),
    ].join(', ');
}

export function Legend() {
    const colours = useComputed(() => {
        void dark.value;
        return ramp(colour('heat-low'), colour('heat-high'));
    });
    return (
        <div class="legend" aria-hidden="true">
            <span>0%</span>
            <span class="steps">
                {colours.value.map((one, step) => (
                    <span key={step} style={{ background: one }} />
                ))}
            </span>
            <span>100%</span>
            <span class="mark cordoned" /> cordoned
            <span class="mark tainted" /> tainted
            <span class="mark notready" /> not ready
        </div>
    );
}
