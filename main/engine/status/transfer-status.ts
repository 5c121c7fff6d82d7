import type { TransferStatusData } from '../../../preload/ipc/status.ts';
import type { TransferProgress } from '../model/transfer-progress.ts';

/** One line of the list of transfers. */
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
      // All bytes went out, or came: the service puts them together, or the disk takes them in.
      return bytesTotal > 0 && bytesDone >= bytesTotal ? 'finishing' : 'running';
  }
}
