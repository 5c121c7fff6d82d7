import type { TransferGroup, TransferScope } from '../../../../preload/ipc/shapes/status.ts';
import { parentPath } from '../../model/disk-path.ts';
import type { TransferProgress } from '../../model/transfer/transfer-progress.ts';
import { placeOf, rootIdOf, stateOf } from './transfer-status.ts';

/** A file up to this size is gone before its own line can be read. */
const SMALL_BYTES = 1_000_000;
/** Fewer are shown one by one. */
const LEAST = 4;

/** The small files of each synced folder and direction together, and the transfers that belong to none of these groups. */
export function groupTransfers(transfers: readonly TransferProgress[]): {
  readonly groups: readonly TransferGroup[];
  readonly grouped: ReadonlySet<TransferProgress>;
} {
  const byScope = Map.groupBy(transfers.filter(isSmall), (one) => `${rootIdOf(one)} ${one.direction}`);
  const large = [...byScope.values()].filter(({ length }) => length >= LEAST);
  return { groups: large.flatMap(groupOf), grouped: new Set(large.flat()) };
}

/** True for the small files of this folder and direction. */
export const isInGroup = (transfer: TransferProgress, { rootId, direction }: TransferScope): boolean =>
  isSmall(transfer) && transfer.direction === direction && rootIdOf(transfer) === rootId;

const isSmall = ({ bytesTotal }: TransferProgress): boolean => bytesTotal <= SMALL_BYTES;

function groupOf(transfers: readonly TransferProgress[]): readonly TransferGroup[] {
  const [first] = transfers;
  if (first === undefined) return [];
  const sum = (of: (transfer: TransferProgress) => number): number => transfers.reduce((all, one) => all + of(one), 0);
  const bytesDone = sum((one) => one.bytesDone);
  const bytesTotal = sum((one) => one.bytesTotal);
  const bytesPerSecond = sum((one) => one.bytesPerSecond);
  return [
    {
      rootId: rootIdOf(first),
      direction: first.direction,
      files: transfers.length,
      place: commonPlace(transfers.map(placeOf)),
      state: transfers.some(({ state }) => state === 'active') ? 'running' : stateOf(first),
      bytesDone,
      bytesTotal,
      bytesPerSecond,
      secondsLeft: bytesPerSecond > 0 ? Math.ceil((bytesTotal - bytesDone) / bytesPerSecond) : null,
    },
  ];
}

/** The deepest folder that contains all of these. */
export function commonPlace([first = '', ...places]: readonly string[]): string {
  let shared = first;
  for (const place of places) {
    while (shared !== '' && place !== shared && !place.startsWith(`${shared}/`)) {
      shared = parentPath(shared);
    }
  }
  return shared;
}
