import type { TransferStatusData } from '../../../../preload/ipc/shapes/status.ts';
import { baseName, parentPath } from '../../model/disk-path.ts';
import type { TransferProgress } from '../../model/transfer/transfer-progress.ts';

/** One row in the list of transfers. */
export function transferStatusOf(transfer: TransferProgress, isGrouped: boolean): TransferStatusData {
  const { id, direction, label, bytesDone, bytesTotal, bytesPerSecond, secondsLeft, parts } = transfer;
  return {
    id,
    rootId: rootIdOf(transfer),
    direction,
    name: baseName(label),
    place: placeOf(transfer),
    state: stateOf(transfer),
    bytesDone,
    bytesTotal,
    bytesPerSecond,
    secondsLeft,
    parts,
    sentence: transfer.state === 'paused' ? { code: 'paused', args: {} } : null,
    canCancel: true,
    isGrouped,
  };
}

/** The synced folder that it belongs to; null: a one-off upload. */
export function rootIdOf({ key }: TransferProgress): number | null {
  const rootId = key === null ? Number.NaN : Number(key.split('/')[0]);
  return Number.isSafeInteger(rootId) ? rootId : null;
}

/** The folder of its file, relative to the root. */
export const placeOf = ({ label }: TransferProgress): string => parentPath(label);

export function stateOf({ state, bytesDone, bytesTotal }: TransferProgress): TransferStatusData['state'] {
  switch (state) {
    case 'queued':
      return 'queued';
    case 'paused':
      return 'waiting';
    case 'active':
      // All bytes are transferred: the service is assembling them, or the disk is writing them.
      return bytesTotal > 0 && bytesDone >= bytesTotal ? 'finishing' : 'running';
  }
}
