import type { FeedName } from '../../../preload/ipc/feeds.ts';
import type { Invitation, StatusData } from '../../../preload/ipc/shapes/status.ts';
import type { RootId } from '../model/ids.ts';
import type { Problem } from '../model/plan/problem.ts';
import type { TransferFlow, TransferProgress } from '../model/transfer/transfer-progress.ts';
import { throttle } from '../ports/throttle.ts';
import type { PathStates } from '../report/path-states/path-states.ts';
import { rootViewOf } from '../report/root-view.ts';
import { activityOf } from '../report/status/activity.ts';
import { statusOf } from '../report/status/status-of.ts';
import { createTimeLeft, type Work } from '../report/status/time-left.ts';
import { createSpell, type SpelledWork } from '../report/status/work-of.ts';
import type { AccountGate } from '../root/account/account-gate.ts';
import { accountPausedUntilMs } from '../root/account/account-pause.ts';
import type { EngineParts } from '../root/engine-parts.ts';
import type { RootContext } from '../root/root-context.ts';
import type { JournalEntry } from '../store/history/journal-table.ts';
import { createFeedHub, type FeedHub } from './feed-hub.ts';

/** The status and the feeds of a running engine. */
export type EngineStatus = {
  status(): StatusData;
  /** Something changed: notifies the listeners, at most four times a second. */
  changed(entries: readonly JournalEntry[]): void;
  readonly feeds: FeedHub;
  /** Stops sending: the store is about to close. */
  close(): void;
};

const QUARTER_SECOND_MS = 250;
const HALF_SECOND_MS = 500;

export type EngineStatusParts = {
  readonly parts: EngineParts;
  readonly gate: AccountGate;
  /** Whether the roots sync now. */
  readonly isRunning: () => boolean;
  readonly contexts: () => readonly RootContext[];
  readonly invitations: () => readonly Invitation[];
  readonly pathStates: Pick<PathStates, 'changes'>;
};

export function createEngineStatus(status: EngineStatusParts): EngineStatus {
  const { clock } = status.parts;
  const gather = createGatherer(status);
  let isClosed = false;
  const isWanted = (feed: FeedName): boolean => !isClosed && feeds.has(feed);
  const tellStatus = throttle(clock, QUARTER_SECOND_MS, () => {
    if (isWanted('status')) feeds.send('status', gather());
  });
  const tellPaths = throttle(clock, HALF_SECOND_MS, () => {
    const changes = isWanted('paths') ? status.pathStates.changes() : [];
    if (changes.length > 0) feeds.send('paths', changes);
  });
  const changed = (): void => {
    // Gather nothing while no one listens.
    if (isWanted('status')) tellStatus();
    if (isWanted('paths')) tellPaths();
  };
  // A new listener needs the current state, even right after a message to others.
  const feeds = createFeedHub((feed) => {
    if (feed === 'status') changed();
  });
  return {
    status: gather,
    feeds,
    close: () => {
      isClosed = true;
    },
    changed: (entries) => {
      if (entries.length > 0 && feeds.has('activity'))
        feeds.send(
          'activity',
          entries.map((entry) => activityOf(entry)),
        );
      changed();
    },
  };
}

/** Builds the status, and remembers where the current spells of work began. */
function createGatherer({ parts, gate, isRunning, contexts, invitations }: EngineStatusParts): () => StatusData {
  const spells = createSpells();
  const timeLeft = createTimeLeft();
  const secondsLeft = (nowMs: number, { movedBytes, movedAtMs }: TransferFlow, work: SpelledWork | null) => {
    if (work === null) {
      timeLeft.restart();
      return null;
    }
    timeLeft.note(nowMs, { files: work.done.files, bytes: movedBytes }, movedAtMs ?? nowMs);
    return timeLeft.seconds(work.ahead);
  };
  return () => {
    const transfers = parts.transfers.list();
    const { roots, work } = spells(contexts(), transfers);
    const nowMs = parts.clock.nowMs();
    const flow = parts.transfers.flow();
    return statusOf({
      nowMs,
      pausedUntilMs: accountPausedUntilMs(parts),
      baseUrl: parts.baseUrl,
      account: parts.account,
      user: parts.person(),
      accountProblem: accountProblem(gate, parts),
      accountRetryAtMs: gate.retryAtMs,
      wasReached: gate.wasReached,
      isRunning: isRunning(),
      roots,
      transfers,
      rate: { upBytesPerSecond: flow.upBytesPerSecond, downBytesPerSecond: flow.downBytesPerSecond },
      invitations: invitations(),
      work,
      secondsLeft: secondsLeft(nowMs, flow, work),
    });
  };
}

/** The current roots, with the spell of work for each root and for all of them together. */
function createSpells() {
  const ofAll = createSpell();
  const ofRoots = new Map<RootId, ReturnType<typeof createSpell>>();
  return (contexts: readonly RootContext[], transfers: readonly TransferProgress[]) => {
    const ids = new Set(contexts.map(({ record }) => record.id));
    for (const id of ofRoots.keys()) if (!ids.has(id)) ofRoots.delete(id);
    const roots = contexts.map((context) => {
      const view = rootViewOf(context);
      const { isInSync, pending } = view;
      const { id } = context.record;
      const spell = ofRoots.get(id) ?? createSpell();
      ofRoots.set(id, spell);
      const own = transfers.filter(({ key }) => key?.startsWith(`${id}/`) === true);
      return { ...view, work: spell({ isInSync, soFar: doneSoFar([context]), pending, transfers: own }) };
    });
    const isInSync = roots.every((root) => root.isInSync);
    const pending = roots.reduce((sum, root) => sum + root.pending, 0);
    return { roots, work: ofAll({ isInSync, soFar: doneSoFar(contexts), pending, transfers }) };
  };
}

/** Files and bytes in both directions. */
function doneSoFar(contexts: readonly RootContext[]): Work {
  return {
    files: contexts.reduce((sum, { tally }) => sum + tally.uploaded + tally.downloaded, 0),
    bytes: contexts.reduce((sum, { tally }) => sum + tally.bytesUp + tally.bytesDown, 0),
  };
}

/** If this computer runs the service, it knows why the service is unreachable. */
function accountProblem({ problem }: AccountGate, { surroundings }: EngineParts): Problem | null {
  if (problem?.code !== 'offline') return problem;
  const why = surroundings?.serviceFailure() ?? null;
  return why === null ? problem : { ...problem, says: { code: 'private_service_failing', args: { why } } };
}
