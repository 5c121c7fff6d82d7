/**
 * The status for the window, the tray and the command line: a pure projection of the store and the running transfers. It never
 * overstates: "in sync" only if the three trees of every root are equal (I13).
 */
import type {
  AccountStatusData,
  AttentionItemData,
  OverallState,
  RootStatusData,
  StatusData,
} from '../../../../preload/ipc/shapes/status.ts';
import { causeOf, fixOf, type Message, titleOf, type Words, withFix } from '../../../../preload/words/message.ts';
import type { TransferProgress } from '../../model/transfer/transfer-progress.ts';
import { rootStatusOf } from './root-status.ts';
import type { Reason, StatusInput } from './status-input.ts';
import { groupTransfers } from './transfer-groups.ts';
import { transferStatusOf } from './transfer-status.ts';
import { workOf } from './work-of.ts';

/** Lists are cut to this length; the totals count everything. */
const MOST_LISTED = 50;

export function statusOf(input: StatusInput): StatusData {
  const roots = input.roots.map((view) => rootStatusOf(view, input.accountProblem, input.isRunning));
  const state = overallState(input, roots);
  const totals = totalsOf(input);
  const attention = attentionOf(input);
  const { groups, grouped } = groupTransfers(input.transfers);
  const listed = input.transfers.toSorted((a, b) => rankOf(a, grouped) - rankOf(b, grouped)).slice(0, MOST_LISTED);
  return {
    state,
    sentence: asTitle(sentenceOf(input, state, roots, totals)),
    detail: detailOf(input, state, roots, totals),
    account: accountOf(input),
    roots,
    transfers: listed.map((transfer) => transferStatusOf(transfer, grouped.has(transfer))),
    transferGroups: [...groups],
    transfersTotal: input.transfers.length,
    attention: attention.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, MOST_LISTED),
    attentionTotal: needingIn(roots),
    invitations: [...input.invitations],
    rate: input.rate,
    totals,
    atMs: input.nowMs,
  };
}

/** Everything that the list of attention has an item for. */
const needingIn = (roots: readonly RootStatusData[]): number => roots.reduce((sum, root) => sum + root.attention, 0);

/** Conflicts and held batches have lists of their own, so they give way to everything that only this list shows. */
const placeOf = ({ code }: AttentionItemData): number => (code === 'held_by_guard' ? 2 : code === 'conflict' ? 1 : 0);

/** Ungrouped transfers and active ones come first. */
const rankOf = (transfer: TransferProgress, grouped: ReadonlySet<TransferProgress>): number =>
  (grouped.has(transfer) ? 2 : 0) + (transfer.state === 'active' ? 0 : 1);

function overallState(input: StatusInput, roots: readonly RootStatusData[]): OverallState {
  if (input.pausedUntilMs !== null) return 'paused';
  if (input.accountProblem?.code === 'signed_out') return 'attention';
  if (input.accountProblem !== null) return 'offline';
  const states = new Set(roots.map((root) => root.state));
  if (states.has('root_missing') || states.has('attention')) return states.has('syncing') ? 'syncing' : 'attention';
  if (states.has('syncing') || states.has('checking') || input.transfers.length > 0) return 'syncing';
  return roots.length > 0 && roots.every((root) => root.state === 'paused') ? 'paused' : 'in_sync';
}

function sentenceOf(
  input: StatusInput,
  state: OverallState,
  roots: readonly RootStatusData[],
  totals: StatusData['totals'],
): Words {
  switch (state) {
    case 'in_sync':
      return note(roots.length === 0 ? 'no_folder' : 'in_sync');
    case 'paused':
      return note(input.pausedUntilMs === null && isStopped(input) ? 'stopped' : 'syncing_paused');
    case 'offline':
      return input.accountProblem?.says ?? note('offline');
    case 'attention': {
      if (input.accountProblem !== null) return input.accountProblem.says;
      const lost = roots.find((root) => root.state === 'root_missing');
      if (lost !== undefined) return lost.sentence;
      const items = needingIn(roots);
      return items === 0 ? note('folder_needs_attention') : { code: 'items_need_attention', args: { items } };
    }
    case 'syncing':
      if (totals.filesTotal === 0) return note('looking_for_changes');
      return { code: 'syncing_files', args: { files: totals.filesTotal } };
  }
}

function detailOf(
  input: StatusInput,
  state: OverallState,
  roots: readonly RootStatusData[],
  totals: StatusData['totals'],
): Message {
  switch (state) {
    case 'in_sync': {
      const files = roots.reduce((sum, root) => sum + root.files, 0);
      if (roots.length === 0) return note('add_a_folder');
      return files === 0 ? note('no_files') : { code: 'holdings', args: { files, bytes: sizeOf(roots) } };
    }
    case 'paused':
      return pauseDetail(input);
    case 'offline':
    case 'attention':
      return detailOfTrouble(input);
    case 'syncing': {
      const left = totals.bytesTotal - totals.bytesDone;
      if (left <= 0) return note('nothing_to_add');
      return { code: 'to_go', args: { done: totals.filesDone, bytes: left, seconds: totals.secondsLeft } };
    }
  }
}

function detailOfTrouble(input: StatusInput): Message {
  const { accountProblem, roots } = input;
  const says = accountProblem?.says ?? roots.find((root) => root.trouble !== null)?.trouble?.says;
  if (says !== undefined) return fixOf(says);
  return note(isStopped(input) ? 'state_when_last_run' : 'rest_in_sync');
}

/** A folder that no one paused does not sync, because nothing runs. */
const isStopped = ({ isRunning, roots }: StatusInput): boolean =>
  !isRunning && roots.some(({ isKnown, pausedUntilMs }) => !isKnown && pausedUntilMs === null);

function pauseDetail(input: StatusInput): Message {
  const { pausedUntilMs } = input;
  if (pausedUntilMs === null) return note(isStopped(input) ? 'state_when_last_run' : 'each_folder_paused');
  return pausedUntilMs === 0 ? note('until_resumed') : { code: 'resumes_at', args: { atMs: pausedUntilMs } };
}

type PlainCode =
  | 'in_sync'
  | 'no_folder'
  | 'syncing_paused'
  | 'stopped'
  | 'offline'
  | 'folder_needs_attention'
  | 'looking_for_changes'
  | 'nothing_to_add'
  | 'add_a_folder'
  | 'no_files'
  | 'each_folder_paused'
  | 'until_resumed'
  | 'state_when_last_run'
  | 'rest_in_sync';

const note = (code: PlainCode): Message => ({ code, args: {} });

/** A string is third-party text and stays unchanged. */
const asTitle = (sentence: Words): Words => (typeof sentence === 'string' ? sentence : titleOf(sentence));

const sizeOf = (roots: readonly RootStatusData[]): number => roots.reduce((sum, root) => sum + root.bytes, 0);

/** To a tenth of a second; the display rounds it further. */
const inTenths = (seconds: number | null): number | null => (seconds === null ? null : Math.ceil(seconds * 10) / 10);

function totalsOf({ roots, transfers, rate, work, secondsLeft }: StatusInput): StatusData['totals'] {
  const pending = roots.reduce((sum, root) => sum + root.pending, 0);
  const isAtRest = pending === 0 && transfers.length === 0;
  if (isAtRest) return { filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0, secondsLeft: null };
  const { done, left } = work ?? workOf({ done: { files: 0, bytes: 0 }, pending, transfers });
  const bytesPerSecond = rate.upBytesPerSecond + rate.downBytesPerSecond;
  // Transfers started by hand while everything is in sync are estimated by bytes alone.
  const byRate = work === null && bytesPerSecond > 0 ? left.bytes / bytesPerSecond : null;
  return {
    filesDone: done.files,
    filesTotal: done.files + left.files,
    bytesDone: done.bytes,
    bytesTotal: Math.round(done.bytes + left.bytes),
    secondsLeft: inTenths(secondsLeft ?? byRate),
  };
}

function attentionOf({ roots }: StatusInput): readonly AttentionItemData[] {
  return roots.flatMap((root) => root.reasons.map((reason) => attentionItemOf(root.id, reason)));
}

/** One item that needs attention, and why. */
export function attentionItemOf(rootId: number, reason: Reason): AttentionItemData {
  const { path, problem, retryAtMs, conflict, by, held, suggestedName, canKeepHere } = reason;
  return {
    rootId,
    path,
    code: problem.code,
    ...causeOf(problem.says),
    sentence: problem.says,
    remedy: fixOf(problem.says),
    reach: problem.reach,
    retryAtMs,
    ...(conflict === undefined ? {} : { conflict }),
    ...(by === undefined ? {} : { by }),
    ...(held === undefined ? {} : { held }),
    ...(suggestedName === undefined ? {} : { suggestedName }),
    ...(canKeepHere === undefined ? {} : { canKeepHere }),
  };
}

function accountOf(input: StatusInput): AccountStatusData {
  const { accountProblem: problem } = input;
  const state =
    problem === null
      ? input.wasReached
        ? 'connected'
        : 'connecting'
      : problem.code === 'signed_out'
        ? 'signed_out'
        : 'offline';
  return {
    state,
    baseUrl: input.baseUrl,
    key: input.account,
    user: input.user,
    sentence: problem === null ? null : withFix(problem.says),
    retryAtMs: input.accountRetryAtMs,
  };
}
