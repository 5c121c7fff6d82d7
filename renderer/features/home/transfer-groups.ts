import type { TransferStatus } from '../../../preload/ipc/shapes/status.ts';

/** One line in the list of transfers: a file, or the small files of one synced folder and direction together. */
export type ShownTransfer =
  | { readonly kind: 'one'; readonly id: string; readonly transfer: TransferStatus }
  | { readonly kind: 'small'; readonly id: string; readonly transfers: readonly TransferStatus[] };

/** A file up to this size is gone before its own line can be read. */
const SMALL_BYTES = 1_000_000;
/** Fewer are shown one by one. */
const LEAST = 4;

/** The lines of the list: large files first, in their order, and after them the groups of small ones. A file with a problem keeps its own line. */
export function shownTransfers(transfers: readonly TransferStatus[]): readonly ShownTransfer[] {
  const groups = Map.groupBy(transfers.filter(isSmall), ({ rootId, direction }) => `${rootId} ${direction}`);
  const grouped = [...groups].filter(([, group]) => group.length >= LEAST);
  const inGroups = new Set(grouped.flatMap(([, group]) => group));
  const single = transfers.filter((transfer) => !inGroups.has(transfer));
  return [
    ...single.map((transfer) => ({ kind: 'one', id: transfer.id, transfer }) as const),
    ...grouped.map(([id, group]) => ({ kind: 'small', id, transfers: group }) as const),
  ];
}

const isSmall = ({ bytesTotal, sentence }: TransferStatus): boolean => bytesTotal <= SMALL_BYTES && sentence === null;

/** The small files of a group as one transfer. */
export function sumOf(transfers: readonly TransferStatus[]): Summed {
  const sum = (of: (transfer: TransferStatus) => number): number => transfers.reduce((all, one) => all + of(one), 0);
  const bytesDone = sum((one) => one.bytesDone);
  const bytesTotal = sum((one) => one.bytesTotal);
  const bytesPerSecond = sum((one) => one.bytesPerSecond);
  return {
    bytesDone,
    bytesTotal,
    bytesPerSecond,
    secondsLeft: bytesPerSecond > 0 ? Math.ceil((bytesTotal - bytesDone) / bytesPerSecond) : null,
    place: commonPlace(transfers.map(({ place }) => place)),
    state: transfers.some(({ state }) => state === 'running') ? 'running' : (transfers[0]?.state ?? 'queued'),
  };
}

type Summed = Pick<TransferStatus, 'bytesDone' | 'bytesTotal' | 'bytesPerSecond' | 'secondsLeft' | 'place' | 'state'>;

/** The deepest folder that contains all of these. */
export function commonPlace([first = '', ...places]: readonly string[]): string {
  const shared = places.reduce((parts, place) => {
    const others = place.split('/');
    const end = parts.findIndex((part, at) => part !== others[at]);
    return end < 0 ? parts : parts.slice(0, end);
  }, first.split('/'));
  return shared.join('/');
}
