/**
 * The engine: what keeps local folders in step with the service. This is its face to the outside; the work of a root reads
 * downward in `root-cycle.ts` (observe, plan, act, record), what a step does in `execute/`, what is decided in `plan/`.
 * It knows no Electron, no disk and no network: all of that arrives as ports.
 */
import type { ActivityEntry, PlannedStep, RootStatus, Status, Why } from '../../preload/ipc/status.ts';
import { createAccountGate } from './account-gate.ts';
import { releaseHeld, retryNow } from './attention.ts';
import type { EngineParts } from './engine-parts.ts';
import { createEngineStatus } from './engine-status.ts';
import type { FeedHub } from './feed-hub.ts';
import { createInvitations } from './invitations.ts';
import { rootId } from './model/ids.ts';
import { planAll } from './plan-round.ts';
import { type Answer, type Refused, refused } from './refusal.ts';
import { linkRoot, otherAccount } from './root-link.ts';
import { createRootSession, type RootSession } from './root-session.ts';
import { activityOf } from './status/activity.ts';
import type { RootRecord } from './store/root-table.ts';
import { reportOf, type SyncReport } from './sync-report.ts';
import { placeOf, plannedStepOf, whyOf } from './why.ts';

export type Engine = {
  /** Keeps all roots in step until `stop`. */
  start(): void;
  /** Ends all work for good; resolves when what had ended is written down. Waits for no transfer. */
  stop(): Promise<void>;
  /** One pass over all roots until nothing is left to do. Not while the engine runs. */
  syncOnce(options?: { readonly signal?: AbortSignal }): Promise<SyncReport>;

  addRoot(request: { readonly localPath: string; readonly remoteId: string }): Promise<Answer<RootStatus>>;
  /** Forgets the link; both sides keep what they have. */
  removeRoot(id: number): Promise<Answer<Record<string, never>>>;
  /** Null `id`: everything. Null `forMs`: until resumed. Survives a restart. */
  pause(id: number | null, forMs: number | null): Answer<Record<string, never>>;
  resume(id: number | null): Answer<Record<string, never>>;

  status(): Status;
  readonly feeds: FeedHub;
  /** A dry run: observes both sides, changes nothing on either. */
  plan(request: {
    readonly rootId?: number | undefined;
    readonly limit: number;
  }): Promise<Answer<{ readonly steps: PlannedStep[]; readonly total: number }>>;
  why(request: { readonly path: string }): Promise<Answer<Why>>;
  activity(request: ActivityQuery): { entries: ActivityEntry[]; more: boolean };
  /** Tries now what waits for a later time: one path with all below it, or all. */
  retry(request: {
    readonly rootId?: number | undefined;
    readonly path?: string | undefined;
  }): Answer<Record<string, never>>;
  /** Lets all go that the guard holds in this root; each passes once. Returns how many. */
  release(id: number): Answer<{ readonly released: number }>;
  cancelTransfer(id: string): boolean;
  refreshInvitations(): void;
};

export type ActivityQuery = {
  readonly before?: number | undefined;
  readonly limit: number;
  readonly rootId?: number | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly side?: 'local' | 'remote' | undefined;
  readonly path?: string | undefined;
  readonly contains?: string | undefined;
  readonly sinceMs?: number | undefined;
};

type Running = { readonly session: RootSession; readonly stop: AbortController; readonly ended: Promise<void> };

const NOTHING = { ok: true, value: {} } as const;
/** In one pass a failure is tried again this often, and a pause is sat out for no longer than this. */
const ONCE_PATIENCE = { waits: 4, longestMs: 30_000 };

export function createEngine(parts: EngineParts): Engine {
  const { store, clock } = parts;
  const sessions = new Map<number, RootSession>();
  const running = new Map<number, Running>();
  let isStarted = false;
  const contexts = () => [...sessions.values()].map((session) => session.context);
  const gate = createAccountGate(clock, parts.random, () => {
    for (const { wake } of contexts()) wake.ring();
    view.changed([]);
  });
  const invitations = createInvitations(
    parts,
    (notice) => view.feeds.send('notice', notice),
    () => view.changed([]),
  );
  const view = createEngineStatus(parts, gate, contexts, invitations.current);
  const endProgress = parts.transfers.subscribe(() => view.changed([]));

  const open = (record: RootRecord): RootSession => {
    const known = sessions.get(record.id);
    if (known !== undefined) return known;
    const told = (entries: Parameters<typeof view.changed>[0]) => view.changed(entries);
    const session = createRootSession({ parts, record, gate, told, invited: invitations.refresh });
    sessions.set(record.id, session);
    return session;
  };
  const begin = (record: RootRecord): void => {
    if (!isStarted || running.has(record.id)) return;
    const session = open(record);
    const stop = new AbortController();
    const ended = session.run(stop.signal).catch((error: unknown) => {
      parts.log.error(`The work on ${record.localPath} ended in an unexpected way.`, error);
    });
    running.set(record.id, { session, stop, ended });
  };
  const end = async (id: number): Promise<void> => {
    const one = running.get(id);
    one?.stop.abort();
    running.delete(id);
    await sessions.get(id)?.close();
    await one?.ended;
  };
  const own = (): readonly RootRecord[] => store.roots().filter((record) => record.account === parts.account);
  const find = (id: number): RootRecord | undefined => store.roots().find((record) => record.id === id);
  const statusOfRoot = (id: number): RootStatus | undefined => view.status().roots.find((root) => root.id === id);

  return {
    start: () => {
      isStarted = true;
      for (const record of own()) begin(record);
      invitations.refresh();
    },
    stop: async () => {
      isStarted = false;
      endProgress();
      view.close();
      invitations.close();
      await Promise.all([...sessions.keys()].map(end));
    },
    syncOnce: async ({ signal = new AbortController().signal } = {}) => {
      if (isStarted) throw new Error('one pass is for an engine that does not run');
      const [startedMs, requests] = [clock.nowMs(), parts.remote.requests()];
      let waits = 0;
      const mayWait = (untilMs: number): boolean => {
        const isShort = untilMs - clock.nowMs() <= ONCE_PATIENCE.longestMs;
        waits += 1;
        return isShort && waits <= ONCE_PATIENCE.waits;
      };
      for (const record of own()) await open(record).settle(signal, mayWait);
      const seconds = (clock.nowMs() - startedMs) / 1000;
      return reportOf(contexts(), { requests: parts.remote.requests() - requests, seconds });
    },

    addRoot: async (request) => {
      const linked = await linkRoot(parts, request);
      if (!linked.ok) return linked;
      const { record } = linked.value;
      open(record);
      begin(record);
      const status = statusOfRoot(record.id);
      return status === undefined ? otherAccount(record) : { ok: true, value: status };
    },
    removeRoot: async (id) => {
      const record = find(id);
      if (record === undefined) return rootNotFound();
      await end(id);
      sessions.delete(id);
      store.removeRoot(record.id);
      view.changed([]);
      return NOTHING;
    },
    pause: (id, forMs) => {
      const untilMs = forMs === null ? 0 : clock.nowMs() + forMs;
      if (id === null) {
        store.setSetting('paused_until_ms', String(untilMs));
        parts.transfers.pause();
      } else {
        if (find(id) === undefined) return rootNotFound();
        store.setPaused(rootId(id), untilMs);
      }
      return stirred();
    },
    resume: (id) => {
      if (id === null) {
        store.setSetting('paused_until_ms', null);
        parts.transfers.resume();
      } else {
        if (find(id) === undefined) return rootNotFound();
        store.setPaused(rootId(id), null);
      }
      return stirred();
    },

    status: view.status,
    feeds: view.feeds,
    plan: async ({ rootId: wanted, limit }) => {
      const chosen = own().filter((record) => wanted === undefined || record.id === wanted);
      if (wanted !== undefined && chosen.length === 0) return rootNotFound();
      const steps: PlannedStep[] = [];
      let total = 0;
      for (const record of chosen) {
        const session = open(record);
        const trouble = await session.observe(new AbortController().signal);
        if (trouble !== null) return trouble;
        const { traits } = session.context.live;
        if (traits === null) continue;
        const made = planAll(session.context, traits);
        const held = made.held.flatMap((batch) => batch.steps);
        total += made.steps.length + held.length;
        for (const step of [...made.steps, ...held]) {
          if (steps.length < limit) steps.push(plannedStepOf(session.context, step));
        }
      }
      return { ok: true, value: { steps, total } };
    },
    why: async ({ path }) => {
      for (const record of own()) open(record);
      const place = placeOf(contexts(), path);
      if (place === null) {
        return refused(
          'not_found',
          `"${path}" is in no synced folder.`,
          'Name a path inside one of the synced folders.',
        );
      }
      return { ok: true, value: whyOf(place.context, place.below) };
    },
    activity: (request) => {
      const { limit, rootId: root, ...rest } = request;
      const query = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const entries = store.journal.query({
        ...query,
        ...(root === undefined ? {} : { rootId: rootId(root) }),
        limit: limit + 1,
      });
      return { entries: entries.slice(0, limit).map(activityOf), more: entries.length > limit };
    },
    retry: ({ rootId: wanted, path }) => {
      const chosen = contexts().filter((context) => wanted === undefined || context.record.id === wanted);
      if (wanted !== undefined && chosen.length === 0) return rootNotFound();
      for (const context of chosen) retryNow(context, path ?? null);
      gate.tryNow();
      return stirred();
    },
    release: (id) => {
      const context = contexts().find((one) => one.record.id === id);
      return context === undefined ? rootNotFound() : { ok: true, value: { released: releaseHeld(context) } };
    },
    cancelTransfer: (id) => parts.transfers.cancel(id),
    refreshInvitations: invitations.refresh,
  };

  function stirred(): typeof NOTHING {
    for (const { wake } of contexts()) wake.ring();
    view.changed([]);
    return NOTHING;
  }
}

const rootNotFound = (): Refused =>
  refused('not_found', 'There is no such synced folder.', 'List them with "tandem roots list".');
