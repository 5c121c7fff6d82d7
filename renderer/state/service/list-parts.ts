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

/** Reads a list by the service's markers. */
export function byMarker<Entry>(
  read: (bridge: TandemBridge, marker: MarkerQuery) => Promise<MarkerPage<Entry>>,
): Read<Entry> {
  return async (bridge, marker) => {
    const { entries, next_marker: next } = await read(bridge, marker === null ? {} : { marker });
    return { entries, next: next === null || next === undefined ? null : String(next) };
  };
}

/** Reads a list by offset. `total`: the number of all entries. */
export function byOffset<Entry>(
  read: (
    bridge: TandemBridge,
    offset: number,
  ) => Promise<{ readonly entries: readonly Entry[]; readonly total: number }>,
): Read<Entry> {
  return async (bridge, marker) => {
    const offset = Number(marker ?? 0);
    const { entries, total } = await read(bridge, offset);
    const next = offset + entries.length;
    return { entries, next: entries.length === 0 || next >= total ? null : String(next) };
  };
}
