/**
 * The status that the window, the tray and the command line show: a pure projection of what the store and the running transfers
 * say. It never says more than is known: "in sync" only when the three trees of every root are equal (I13).
 */
import type { AccountStatus, AttentionItem, OverallState, RootStatus, Status } from '../../../preload/ipc/status.ts';
import { rootStatusOf } from './root-status.ts';
import type { StatusInput } from './status-input.ts';
import { transferStatusOf } from './transfer-status.ts';
import { atTime, bytes, count, counted, duration, headline } from './words.ts';
import { workOf } from './work-of.ts';

/** Lists are cut to this; the totals count all. */
const MOST_LISTED = 50;

export function statusOf(input: StatusInput): Status {
  const roots = input.roots.map((view) => rootStatusOf(view, input.accountProblem));
  const state = overallState(input, roots);
  const totals = totalsOf(input);
  const attention = attentionOf(input);
  const running = [...input.transfers].sort((a, b) => Number(b.state === 'active') - Number(a.state === 'active'));
  return {
    state,
    sentence: headline(sentenceOf(input, state, roots, totals)),
    detail: detailOf(input, state, roots, totals),
    account: accountOf(input),
    roots,
    transfers: running.slice(0, MOST_LISTED).map(transferStatusOf),
    transfersTotal: running.length,
    attention: attention.slice(0, MOST_LISTED),
    attentionTotal: input.roots.reduce((sum, { blocked, held, waiting, conflicts }) => {
      return sum + blocked + held + waiting + conflicts;
    }, 0),
    invitations: [...input.invitations],
    rate: input.rate,
    totals,
    atMs: input.nowMs,
  };
}

function overallState(input: StatusInput, roots: readonly RootStatus[]): OverallState {
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
  roots: readonly RootStatus[],
  totals: Status['totals'],
): string {
  switch (state) {
    case 'in_sync':
      return roots.length === 0 ? 'No folder is synced yet.' : 'Everything is in sync.';
    case 'paused':
      return 'Syncing is paused.';
    case 'offline':
      return input.accountProblem?.message ?? 'The service cannot be reached.';
    case 'attention': {
      if (input.accountProblem !== null) return input.accountProblem.message;
      const lost = roots.find((root) => root.state === 'root_missing');
      if (lost !== undefined) return lost.sentence;
      const items = roots.reduce((sum, root) => sum + root.blocked + root.held + root.conflicts, 0);
      return items === 0
        ? 'A folder needs your attention.'
        : `${counted(items, 'item needs', 'items need')} your attention.`;
    }
    case 'syncing':
      if (totals.filesTotal === 0) return 'Looking for changes.';
      if (totals.filesTotal === 1) return 'Syncing 1 file.';
      // The one that is on its way counts: what is half there is not "0 of 2".
      return `Syncing ${count(Math.min(totals.filesDone + 1, totals.filesTotal))} of ${count(totals.filesTotal)} files.`;
  }
}

function detailOf(
  input: StatusInput,
  state: OverallState,
  roots: readonly RootStatus[],
  totals: Status['totals'],
): string {
  switch (state) {
    case 'in_sync': {
      const files = roots.reduce((sum, root) => sum + root.files, 0);
      if (roots.length === 0) return 'Add a folder to begin.';
      return files === 0 ? 'There are no files yet.' : `${counted(files, 'file', 'files')}, ${bytes(sizeOf(roots))}.`;
    }
    case 'paused':
      return pauseDetail(input);
    case 'offline':
    case 'attention':
      return (
        input.accountProblem?.remedy ??
        input.roots.find((root) => root.trouble !== null)?.trouble?.remedy ??
        'Everything else is up to date.'
      );
    case 'syncing': {
      const left = totals.bytesTotal - totals.bytesDone;
      if (left <= 0) return '';
      const time = totals.secondsLeft === null ? '' : `, ${duration(totals.secondsLeft)} left`;
      return `${bytes(left)} to go${time}.`;
    }
  }
}

function pauseDetail({ pausedUntilMs, nowMs }: StatusInput): string {
  if (pausedUntilMs === null) return 'Each folder is paused.';
  return pausedUntilMs === 0 ? 'Until you resume it.' : `It goes on by itself ${atTime(pausedUntilMs, nowMs)}.`;
}

const sizeOf = (roots: readonly RootStatus[]): number => roots.reduce((sum, root) => sum + root.bytes, 0);

/** As exact as it can be known; who shows it rounds it to what a person plans by. */
const inTenths = (seconds: number | null): number | null => (seconds === null ? null : Math.ceil(seconds * 10) / 10);

function totalsOf({ roots, transfers, rate, work, secondsLeft }: StatusInput): Status['totals'] {
  const pending = roots.reduce((sum, root) => sum + root.pending, 0);
  const isAtRest = pending === 0 && transfers.length === 0;
  if (isAtRest) return { filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0, secondsLeft: null };
  const { done, left } = work ?? workOf({ done: { files: 0, bytes: 0 }, pending, transfers });
  const bytesPerSecond = rate.upBytesPerSecond + rate.downBytesPerSecond;
  // What people send by hand while all is in step goes by its bytes alone.
  const byRate = work === null && bytesPerSecond > 0 ? left.bytes / bytesPerSecond : null;
  return {
    filesDone: done.files,
    filesTotal: done.files + left.files,
    bytesDone: done.bytes,
    bytesTotal: Math.round(done.bytes + left.bytes),
    secondsLeft: inTenths(secondsLeft ?? byRate),
  };
}

function attentionOf({ roots }: StatusInput): readonly AttentionItem[] {
  return roots.flatMap((root) =>
    root.reasons.map(({ path, problem, retryAtMs, conflict }) => ({
      rootId: root.id,
      path,
      code: problem.code,
      sentence: problem.message,
      remedy: problem.remedy,
      reach: problem.reach,
      retryAtMs,
      ...(conflict === undefined ? {} : { conflict }),
    })),
  );
}

function accountOf(input: StatusInput): AccountStatus {
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
    user: input.user,
    sentence: problem === null ? null : `${problem.message} ${problem.remedy}`,
    retryAtMs: input.accountRetryAtMs,
  };
}
