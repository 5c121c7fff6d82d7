import type { TransferStatusData } from '../../../../preload/ipc/shapes/status.ts';
import type { TransferProgress } from '../../model/transfer-progress.ts';

/** One row in the list of transfers. */
export function transferStatusOf(transfer: TransferProgress): TransferStatusData {
  const { id, direction, label, key, bytesDone, bytesTotal, bytesPerSecond, secondsLeft, parts } = transfer;
  const slash = label.lastIndexOf('/');
  const rootId = key === null ? Number.NaN : Number(key.split('/')[0]);
  return {
    id,
    rootId: Number.isSafeInteger(rootId) ? rootId : null,
    direction,
    name: label.slice(slash + 1),
    place: slash < 0 ? '' : label.slice(0, slash),
    state: stateOf(transfer),
    bytesDone,
    bytesTotal,
    bytesPerSecond,
    secondsLeft,
    parts,
    sentence: transfer.state === 'paused' ? { code: 'paused', args: {} } : null,
    canCancel: true,
  };
}

function stateOf({ state, bytesDone, bytesTotal }: TransferProgress): TransferStatusData['state'] {
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
