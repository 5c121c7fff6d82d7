/**
 * The engine: what keeps local folders in step with the service. This is its face to the outside; the work of a root reads
 * downward in `root-cycle.ts` (observe, plan, act, record), what a step does in `execute/`, what is decided in `plan/`.
 * It knows no Electron, no disk and no network: all of that arrives as ports.
 */
import type { ActivityEntry, Status, Why } from '../../preload/ipc/status.ts';
import { createAccountGate } from './account-gate.ts';
import { keepTrash } from './acts/local-trash.ts';
import { createEngineActs, type EngineActs } from './engine-acts.ts';
import { createEngineLinks, type EngineLinks } from './engine-links.ts';
import { createEngineOrders, type EngineOrders } from './engine-orders.ts';
import type { EngineParts } from './engine-parts.ts';
import {
  type ActivityRequest,
  answerActivity,
  answerPlan,
  answerWhy,
  type PlanAnswer,
  type PlanRequest,
} from './engine-questions.ts';
import { createEngineRoots, type EngineRoots } from './engine-roots.ts';
import { createEngineStatus } from './engine-status.ts';
import type { FeedHub } from './feed-hub.ts';
import { createInvitations } from './invitations.ts';
import { lookAgain } from './look-again.ts';
import { rescueNotice } from './notices/rescue-notice.ts';
import type { Answer } from './refusal.ts';
import { shareStream } from './remote/shared-stream.ts';
import { settleRoots } from './settle-roots.ts';
import type { JournalEntry } from './store/journal-table.ts';
import { watchSurroundings } from './surroundings.ts';
import { reportOf, type SyncReport } from './sync-report.ts';

export type Engine = EngineOrders &
  EngineLinks & {
    /** Keeps all roots in step until `stop`. */
    start(): void;
    /** Ends all work for good; resolves when what had ended is written down. Waits for no transfer. */
    stop(): Promise<void>;
    /** One pass over all roots until nothing is left to do. Not while the engine runs. */
    syncOnce(options?: { readonly signal?: AbortSignal }): Promise<SyncReport>;

    status(): Status;
    readonly feeds: FeedHub;
    /** A dry run: observes both sides, changes nothing on either. */
    plan(request: PlanRequest): Promise<PlanAnswer>;
    why(request: { readonly path: string }): Promise<Answer<Why>>;
    activity(request: ActivityRequest): { entries: ActivityEntry[]; more: boolean };
    /** False: no such transfer (any more). */
    cancelTransfer(id: string): boolean;
    refreshInvitations(): void;
    /** Conflicts, what is held, undo, the local trash. */
    readonly acts: EngineActs;
  };

export function createEngine(given: EngineParts): Engine {
  const parts: EngineParts = { ...given, remote: shareStream(given.remote, given.clock) };
  let isStarted = false;
  // Told by the parts that are made first, about the ones that are made last.
  const told = (entries: readonly JournalEntry[]): void => {
    view.changed(entries);
    if (entries.length === 0) return;
    const notice = rescueNotice(entries, new Map(roots.own().map(({ id, localPath }) => [Number(id), localPath])));
    if (notice !== null) view.feeds.send('notice', notice);
  };
  const gate = createAccountGate(parts.clock, parts.random, () => {
    for (const { wake } of roots.contexts()) wake.ring();
    surroundings.stir();
    told([]);
  });
  const surroundings = watchSurroundings(parts, gate, (what) => lookAgain(parts, gate, roots.contexts(), what));
  const stopping = new AbortController();
  const invitations = createInvitations(
    parts,
    (notice) => view.feeds.send('notice', notice),
    () => told([]),
  );
  const roots = createEngineRoots({
    parts,
    gate,
    told,
    invited: invitations.refresh,
    notify: (id, sentence) => view.feeds.send('notice', { id, kind: 'attention', ...sentence, invitation: null }),
  });
  const view = createEngineStatus({ parts, gate, contexts: roots.contexts, invitations: invitations.current });
  // Before anything starts, what is kept in step can be told.
  for (const record of roots.own()) roots.open(record);
  const endProgress = parts.transfers.subscribe(() => told([]));
  return {
    ...createEngineLinks({
      parts,
      roots,
      isStarted: () => isStarted,
      statuses: () => view.status().roots,
      changed: () => view.changed([]),
    }),
    ...createEngineOrders(parts, roots, gate, () => told([])),
    start: () => {
      isStarted = true;
      for (const record of roots.own()) roots.begin(record);
      void surroundings.run(stopping.signal);
      void keepTrash(parts, stopping.signal);
      invitations.refresh();
    },
    stop: async () => {
      isStarted = false;
      stopping.abort();
      endProgress();
      view.close();
      invitations.close();
      await Promise.all(roots.contexts().map(({ record }) => roots.end(record.id)));
    },
    syncOnce: async ({ signal = new AbortController().signal } = {}) => {
      if (isStarted) throw new Error('one pass is for an engine that does not run');
      return passOnce(parts, roots, signal);
    },
    status: view.status,
    feeds: view.feeds,
    plan: (request) => answerPlan(roots, request),
    why: async ({ path }) => answerWhy(roots, path),
    activity: (request) => answerActivity(parts, request),
    cancelTransfer: (id) => parts.transfers.cancel(id),
    refreshInvitations: invitations.refresh,
    acts: createEngineActs(parts, roots),
  };
}

/** In one pass a failure is tried again this often, and a pause is sat out for no longer than this. */
const PATIENCE = { waits: 4, longestMs: 30_000 };

async function passOnce(parts: EngineParts, roots: EngineRoots, signal: AbortSignal): Promise<SyncReport> {
  const { clock, remote } = parts;
  const [startedMs, requests] = [clock.nowMs(), remote.requests()];
  let waits = 0;
  const mayWait = (untilMs: number): boolean => {
    waits += 1;
    return waits <= PATIENCE.waits && untilMs - clock.nowMs() <= PATIENCE.longestMs;
  };
  await settleRoots(roots, signal, mayWait);
  const seconds = (clock.nowMs() - startedMs) / 1000;
  return reportOf(roots.contexts(), { requests: remote.requests() - requests, seconds });
}
