/** The rows of a long table to render, from and to (excluded). */
export interface Window {
    from: number;
    to: number;
}

export function windowOf(scrollTop: number, height: number, rowHeight: number, count: number, spare: number): Window {
    const first = Math.floor(Math.max(0, scrollTop) / rowHeight);
    const last = Math.ceil((Math.max(0, scrollTop) + height) / rowHeight);
    const to = Math.min(count, last + spare);
    return { from: Math.max(0, Math.min(first - spare, to)), to };
}

/** The scroll position that shows the whole row with the smallest movement. */
export function scrollTo(row: number, scrollTop: number, height: number, rowHeight: number): number {
    const top = row * rowHeight;
    if (top < scrollTop) {
        return top;
    }
    return top + rowHeight > scrollTop + height ? Math.max(0, top + rowHeight - height) : scrollTop;
}

/** The numbers of the pages of so many rows that cover the window. */
export function pagesOf(window: Window, size: number): number[] {
    const pages: number[] = [];
    for (let page = Math.floor(window.from / size); page * size < window.to; page++) {
        pages.push(page);
    }
    return pages;
}
