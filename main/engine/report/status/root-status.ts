import type { RootState, RootStatusData } from '../../../../preload/ipc/shapes/status.ts';
import type { Message } from '../../../../preload/words/message.ts';
import type { Problem } from '../../model/plan/problem.ts';
import type { RootView, WorkingRoot } from './status-input.ts';
import { lastName } from './words.ts';
import type { SpelledWork } from './work-of.ts';

/** One root in the window's terms. */
export function rootStatusOf(view: WorkingRoot, account: Problem | null, isRunning: boolean): RootStatusData {
  const { isInSync, isKnown, isWorking, waiting, trouble, reasons, work, ...facts } = view;
  const state = stateOf({ isInSync, isKnown, isWorking, waiting, trouble, reasons, ...facts }, account, isRunning);
  return {
    ...facts,
    name: lastName(view.localPath),
    state,
    sentence: sentenceOf(view, state, account),
    progress: work === null ? null : shareOf(work),
  };
}

function stateOf(view: RootView, account: Problem | null, isRunning: boolean): RootState {
  if (view.pausedUntilMs !== null) return 'paused';
  if (view.trouble !== null) return view.trouble.isLocal ? 'root_missing' : 'attention';
  if (account !== null) return account.code === 'signed_out' ? 'attention' : 'offline';
  const needsPerson = view.blocked + view.held > 0;
  // Only the decisions stored by the last run are certain; everything else would be a guess.
  if (!view.isKnown && !isRunning) return needsPerson ? 'attention' : 'paused';
  if (!view.isKnown) return 'checking';
  if (view.isInSync) return 'in_sync';
  if (view.isWorking) return 'syncing';
  return needsPerson ? 'attention' : 'syncing';
}

function sentenceOf(view: RootView, state: RootState, account: Problem | null): Message {
  switch (state) {
    case 'in_sync':
      return note('in_sync');
    case 'checking':
      return note('checking');
    case 'paused':
      return note(view.pausedUntilMs === null ? 'stopped' : 'paused');
    case 'root_missing':
      return view.trouble?.says ?? note('folder_needs_attention');
    case 'offline':
      return account?.says ?? { code: 'offline', args: {} };
    case 'attention':
      return view.trouble?.says ?? account?.says ?? needsAttention(view);
    case 'syncing':
      if (view.waiting > 0 && !view.isWorking) return { code: 'waiting_to_retry', args: { items: view.waiting } };
      // All work is done; both sides are checked again.
      if (view.pending === 0) return note('checking');
      return { code: 'syncing_items', args: { items: view.pending } };
  }
}

function needsAttention({ held, attention }: RootView): Message {
  if (held > 0) return { code: 'changes_held', args: { items: held } };
  return { code: 'items_need_attention', args: { items: attention } };
}

const note = (code: 'in_sync' | 'checking' | 'paused' | 'stopped' | 'folder_needs_attention'): Message => ({
  code,
  args: {},
});

/** By bytes; if there are none, by files. */
function shareOf({ done, left }: SpelledWork): number | null {
  const by = done.bytes + left.bytes > 0 ? 'bytes' : 'files';
  const total = done[by] + left[by];
  return total === 0 ? null : done[by] / total;
}
