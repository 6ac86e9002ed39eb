import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { HistoryColumn } from '../contract';
import { clock, count, micros } from '../format';
import { Choice, useTitle } from '../parts';
import { query, remember } from '../router';
import { past, secondsSeen } from '../store';
import { colour, dark } from '../theme';

interface Line {
    column: HistoryColumn;
    title: string;
    colour: string;
}

interface Chart {
    title: string;
    unit: string;
    show: (value: number) => string;
    lines: Line[];
}

const figures = (value: number) => count(Math.round(value * 10) / 10);

const CHARTS: Chart[] = [
    { title: 'Scheduled pods', unit: 'per second', show: figures, lines: [{ column: 'scheduled', title: 'pods/s', colour: 'line-1' }] },
    {
        title: 'Scheduling cycle',
        unit: 'duration per pod',
        show: micros,
        lines: [
            { column: 'p50Micros', title: 'p50', colour: 'line-1' },
            { column: 'p99Micros', title: 'p99', colour: 'line-2' },
        ],
    },
    {
        title: 'Queue depth',
        unit: 'pods by state',
        show: figures,
        lines: [
            { column: 'activePods', title: 'active', colour: 'line-1' },
            { column: 'backoffPods', title: 'backoff', colour: 'line-2' },
            { column: 'unschedulablePods', title: 'unschedulable', colour: 'line-3' },
            { column: 'gatedPods', title: 'gated', colour: 'line-4' },
            { column: 'waitingPods', title: 'waiting', colour: 'line-5' },
            { column: 'bindingPods', title: 'binding', colour: 'line-6' },
        ],
    },
    {
        title: 'Attempts by outcome',
        unit: 'per second',
        show: figures,
        lines: [
            { column: 'scheduled', title: 'scheduled', colour: 'line-1' },
            { column: 'unschedulable', title: 'unschedulable', colour: 'line-3' },
            { column: 'errors', title: 'error', colour: 'line-2' },
        ],
    },
];

const HEIGHT = 240;

/** Times of day on the axis, with seconds only where ticks are closer than a minute. */
function times(ticks: number[]): string[] {
    const close = ticks.some((tick) => tick % 60 !== 0);
    return ticks.map((tick) => (close ? clock(tick * 1_000) : clock(tick * 1_000).slice(0, 5)));
}

const RANGES = ['5m', '15m', '1h'] as const;
type Range = (typeof RANGES)[number];
const SECONDS: Record<Range, number> = { '5m': 300, '15m': 900, '1h': 3_600 };

export function Charts() {
    useTitle('Charts');
    const asked = query.value.get('range') as Range | null;
    const range = asked && RANGES.includes(asked) ? asked : '15m';
    return (
        <div class="charts">
            <header class="view-head">
                <h1>Charts</h1>
                <Choice label="Range" choices={RANGES} value={range} onChange={(next) => remember({ range: next })} show={(one) => `last ${one}`} />
                <span class="muted spread">one point per second, for up to one hour</span>
            </header>
            <div class="chart-grid">
                {CHARTS.map((chart) => (
                    <Plot key={chart.title} chart={chart} seconds={SECONDS[range]} />
                ))}
            </div>
        </div>
    );
}

function data(chart: Chart, seconds: number): uPlot.AlignedData {
    const from = Math.max(0, past.at.length - seconds);
    return [past.at.slice(from).map((at) => at / 1_000), ...chart.lines.map((line) => past.columns[line.column].slice(from))];
}

function Plot({ chart, seconds }: { chart: Chart; seconds: number }) {
    const box = useRef<HTMLDivElement>(null);
    const plot = useRef<uPlot | undefined>(undefined);
    const isDark = dark.value;
    void secondsSeen.value;

    useEffect(() => {
        const element = box.current;
        if (!element) {
            return;
        }
        const axis: uPlot.Axis = {
            stroke: colour('muted'),
            grid: { stroke: colour('grid'), width: 1 },
            ticks: { stroke: colour('grid'), width: 1, size: 4 },
            font: '11px system-ui, sans-serif',
        };
        const made = new uPlot(
            {
                width: Math.max(200, element.clientWidth),
                height: HEIGHT,
                cursor: { sync: { key: 'berth' }, drag: { x: false, y: false }, points: { size: 6 } },
                legend: { show: true, live: true },
                scales: {
                    x: { time: true },
                    y: { range: (_, low, high) => [Math.min(0, low ?? 0), Math.max(1, (high ?? 1) * 1.08)] },
                },
                axes: [
                    { ...axis, space: 70, size: 32, values: (_, ticks) => times(ticks) },
                    { ...axis, size: 60, values: (_, ticks) => ticks.map((tick) => chart.show(tick)) },
                ],
                series: [
                    { label: 'time', value: (_, value) => (value === null ? '' : clock(value * 1_000)) },
                    ...chart.lines.map(
                        (line): uPlot.Series => ({
                            label: line.title,
                            stroke: colour(line.colour),
                            width: 1.5,
                            points: { show: false },
                            value: (_, value) => (value === null || value === undefined ? '–' : chart.show(value)),
                        }),
                    ),
                ],
            },
            data(chart, seconds),
            element,
        );
        plot.current = made;
        const observer = new ResizeObserver(() => made.setSize({ width: Math.max(200, element.clientWidth), height: HEIGHT }));
        observer.observe(element);
        return () => {
            observer.disconnect();
            made.destroy();
            plot.current = undefined;
        };
    }, [isDark, chart]);
    useEffect(() => {
        const present = plot.current;
        present?.setData(data(chart, seconds));
        // Without a pointer, the legend shows the latest figures.
        if (present && present.data[0].length > 0 && (present.cursor.left ?? -1) < 0) {
            present.setLegend({ idx: present.data[0].length - 1 }, false);
        }
    }, [secondsSeen.value, seconds, isDark]);

    return (
        <figure class="panel chart" aria-label={`${chart.title}, ${chart.unit}: ${latestText(chart)}`}>
            <figcaption class="panel-head">
                <h2>{chart.title}</h2>
                <span class="muted">{chart.unit}</span>
            </figcaption>
            <div ref={box} class="plot" aria-hidden="true" />
        </figure>
    );
}

/** The latest figures as text, for screen readers. */
function latestText(chart: Chart): string {
    return chart.lines
        .slice(0, 3)
        .map((line) => {
            const value = past.latest(line.column);
            return `${line.title} ${value === null ? '–' : chart.show(value)}`;
        })
        .join(' · ');
}
