import type { RootState, RootStatus } from '../../../preload/ipc/status.ts';
import type { Problem } from '../model/problem.ts';
import type { RootView, WorkingRoot } from './status-input.ts';
import { count, counted, lastName } from './words.ts';
import type { SpelledWork } from './work-of.ts';

/** One root in the words of the window. */
export function rootStatusOf(view: WorkingRoot, account: Problem | null): RootStatus {
  const { isInSync, isKnown, isWorking, waiting, trouble, reasons, work, ...facts } = view;
  const state = stateOf({ isInSync, isKnown, isWorking, waiting, trouble, reasons, ...facts }, account);
  return {
    ...facts,
    name: lastName(view.localPath),
    state,
    sentence: sentenceOf(view, state, account),
    progress: work === null ? null : shareOf(work),
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

const LOOKING = 'Looking at what is there.';

function sentenceOf(view: RootView, state: RootState, account: Problem | null): string {
  switch (state) {
    case 'in_sync':
      return 'Everything is in sync.';
    case 'checking':
      return LOOKING;
    case 'paused':
      return 'Paused.';
    case 'root_missing':
      return view.trouble?.sentence ?? '';
    case 'offline':
      return account?.message ?? 'Offline.';
    case 'attention':
      return view.trouble?.sentence ?? account?.message ?? needsAttention(view);
    case 'syncing':
      if (view.waiting > 0 && !view.isWorking) return `Waiting to try ${counted(view.waiting, 'item', 'items')} again.`;
      // All is done, and both sides are looked at once more.
      if (view.pending === 0) return LOOKING;
      return `Syncing ${count(view.pending)} ${view.pending === 1 ? 'item' : 'items'}.`;
  }
}

function needsAttention({ blocked, held, conflicts }: RootView): string {
  if (held > 0) return `${counted(held, 'change is', 'changes are')} held until you decide.`;
  return `${counted(blocked + conflicts, 'item needs', 'items need')} your attention.`;
}

/** By bytes; where there are none, by files. */
function shareOf({ done, left }: SpelledWork): number | null {
  const by = done.bytes + left.bytes > 0 ? 'bytes' : 'files';
  const total = done[by] + left[by];
  return total === 0 ? null : done[by] / total;
}
