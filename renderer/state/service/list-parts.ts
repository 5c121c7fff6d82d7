import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import type { ListPart } from './parts.ts';

type Read<Entry> = (bridge: TandemBridge, marker: string | null) => Promise<ListPart<Entry>>;

/** A page of the service that names the marker of the next one; those of device pins are numbers. */
type MarkerPage<Entry> = {
  readonly entries: readonly Entry[];
  readonly next_marker?: string | number | null | undefined;
};

/** The requested page; omitted at the start. */
export type MarkerQuery = { readonly marker?: string };

/** How many entries of a page the client left out because their types are unknown (`main/api/requests/readable-form.ts`). */
export const leftOutOf = (page: object): number => ('left_out' in page ? Number(page.left_out) : 0);

/** Reads a list by the service's markers. */
export function byMarker<Entry>(
  read: (bridge: TandemBridge, marker: MarkerQuery) => Promise<MarkerPage<Entry>>,
): Read<Entry> {
  return async (bridge, marker) => {
    const page = await read(bridge, marker === null ? {} : { marker });
    const next = page.next_marker ?? null;
    return { entries: page.entries, next: next === null ? null : String(next), leftOut: leftOutOf(page) };
  };
}

/** All entries of a list, for what needs them at once. */
export async function readAll<Entry>(bridge: TandemBridge, read: Read<Entry>): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for (let marker: string | null = null; ; ) {
    const { entries, next } = await read(bridge, marker);
    all.push(...entries);
    if (next === null) return all;
    marker = next;
  }
}

/** A page by offset. `total` counts all entries, also those that the service leaves out because the person may not see them. */
interface OffsetPart<Entry> {
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly limit: number;
  readonly leftOut?: number;
}

/** Reads a list by offset. The next page begins a limit further, so a page with fewer entries neither repeats one nor ends the list. */
export function byOffset<Entry>(
  read: (bridge: TandemBridge, offset: number) => Promise<OffsetPart<Entry>>,
): Read<Entry> {
  return async (bridge, marker) => {
    let leftOut = 0;
    for (let offset = Number(marker ?? 0); ; ) {
      const page = await read(bridge, offset);
      const { entries, total, limit } = page;
      leftOut += page.leftOut ?? 0;
      offset += limit;
      if (offset >= total) return { entries, next: null, leftOut };
      if (entries.length > 0) return { entries, next: String(offset), leftOut };
    }
  };
}
