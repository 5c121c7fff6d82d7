import type { RootState, RootStatus } from '../../../preload/ipc/status.ts';
import type { Problem } from '../model/problem.ts';
import type { TransferProgress } from '../model/transfer-progress.ts';
import type { RootView } from './status-input.ts';
import { count, counted, lastName } from './words.ts';

/** One root in the words of the window. */
export function rootStatusOf(
  view: RootView,
  account: Problem | null,
  transfers: readonly TransferProgress[],
): RootStatus {
  const { isInSync, isKnown, isWorking, waiting, trouble, reasons, ...facts } = view;
  const state = stateOf({ isInSync, isKnown, isWorking, waiting, trouble, reasons, ...facts }, account);
  return {
    ...facts,
    name: lastName(view.localPath),
    state,
    sentence: sentenceOf(view, state, account),
    progress: progressOf(view.id, transfers),
  };
}

function stateOf(view: RootView, account: Problem | null): RootState {
  if (view.pausedUntilMs !== null) return 'paused';
  if (view.trouble !== null) return view.trouble.isLocal ? 'root_missing' : 'attention';
  if (account !== null) return account.code === 'signed_out' ? 'attention' : 'offline';
  if (!view.isKnown) return 'checking';
  if (view.isInSync) return 'in_sync';
  if (view.isWorking) return 'syncing';
  return view.blocked + view.held > 0 ? 'attention' : 'syncing';
}

function sentenceOf(view: RootView, state: RootState, account: Problem | null): string {
  switch (state) {
    case 'in_sync':
      return 'Everything is in sync.';
    case 'checking':
      return 'Looking at what is there.';
    case 'paused':
      return 'Paused.';
    case 'root_missing':
      return view.trouble?.sentence ?? '';
    case 'offline':
      return account?.message ?? 'Offline.';
    case 'attention':
      return view.trouble?.sentence ?? account?.message ?? needsAttention(view);
    case 'syncing':
      return view.waiting > 0 && !view.isWorking
        ? `Waiting to try ${counted(view.waiting, 'item', 'items')} again.`
        : `Syncing ${count(view.pending)} ${view.pending === 1 ? 'item' : 'items'}.`;
  }
}

function needsAttention({ blocked, held, conflicts }: RootView): string {
  if (held > 0) return `${counted(held, 'change is', 'changes are')} held until you decide.`;
  return `${counted(blocked + conflicts, 'item needs', 'items need')} your attention.`;
}

function progressOf(rootId: number, transfers: readonly TransferProgress[]): number | null {
  const own = transfers.filter((transfer) => transfer.key?.startsWith(`${rootId}/`) === true);
  const total = own.reduce((sum, transfer) => sum + transfer.bytesTotal, 0);
  if (total === 0) return null;
  return Math.min(1, own.reduce((sum, transfer) => sum + transfer.bytesDone, 0) / total);
}
