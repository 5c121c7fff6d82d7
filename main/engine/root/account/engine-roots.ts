import { backoffMs } from '../../execute/transfer/pace/pace.ts';
import type { Problem } from '../../model/plan/problem.ts';
import { FileSystemError } from '../../ports/file-system.ts';
import { applyRenewal, type RootRenewal, renewalNotice } from '../../recover/root-renewal.ts';
import type { RootRecord } from '../../store/root-table.ts';
import { isStoreDamage, storeTrouble } from '../../store/store-trouble.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { RootContext, RootEvents } from '../root-context.ts';
import { createRootSession, type RootSession } from '../root-session.ts';
import type { AccountGate } from './account-gate.ts';

/** The roots of the account and their sessions. */
export type EngineRoots = {
  /** Roots of this account. Roots of other accounts are refused (E96). */
  own(): readonly RootRecord[];
  find(id: number): RootRecord | undefined;
  /** All open roots, by id. */
  contexts(): readonly RootContext[];
  open(record: RootRecord): RootSession;
  /** Starts a session; no-op if it already runs. */
  begin(record: RootRecord): void;
  /** Ends a session; resolves when finished steps are recorded. */
  end(id: number): Promise<void>;
  /** Ends the session and runs `remove`, which deletes the record. If that fails, the root stays, and is restarted if it was running. */
  remove(id: number, remove: () => Promise<void>): Promise<void>;
  /**
   * Ends the session, applies the renewal and reopens the root; restarts it if it was running. False: the folder is no longer the one that
   * the renewal is about. Rejects with `FileSystemError` if it cannot be used.
   */
  renew(id: number, renewal: RootRenewal): Promise<boolean>;
};

export type EngineRootsParts = RootEvents & {
  readonly parts: EngineParts;
  readonly gate: AccountGate;
};

type Running = { readonly stop: AbortController; readonly ended: Promise<void> };

/** How long a root rests after an unexpected failure, or when its folder could not be reopened. */
const REST_MS = 5_000;

export function createEngineRoots(room: EngineRootsParts): EngineRoots {
  const { parts } = room;
  const { store } = parts;
  const running = new Map<number, Running>();
  const find = (id: number) => store.roots().find((record) => record.id === id);
  const sessions = createSessions(room, find);
  const end = async (id: number): Promise<void> => {
    const one = running.get(id);
    one?.stop.abort();
    running.delete(id);
    await sessions.byId.get(id)?.close();
    await one?.ended;
  };
  const begin = (record: RootRecord): void => {
    if (running.has(record.id)) return;
    const stop = new AbortController();
    const ended = keepSyncing(parts, sessions, { id: record.id, find, signal: stop.signal }).catch((error: unknown) =>
      parts.log.error(`Sync of ${record.localPath} stopped unexpectedly.`, error),
    );
    running.set(record.id, { stop, ended });
  };
  /** A root that is still there afterwards goes on as before, also after a failure. */
  const whileEnded = async <Value>(id: number, work: () => Value | Promise<Value>): Promise<Value> => {
    const wasRunning = running.has(id);
    try {
      await end(id);
      return await work();
    } finally {
      const now = find(id);
      if (now !== undefined && wasRunning) begin(now);
    }
  };
  return {
    own: () => store.roots().filter((record) => record.account === parts.account),
    find,
    contexts: () => [...sessions.byId.values()].map(({ context }) => context).sort((a, b) => a.record.id - b.record.id),
    open: sessions.open,
    begin,
    end,
    remove: async (id, remove) => {
      await whileEnded(id, remove);
      sessions.byId.delete(id);
    },
    renew: async (id, renewal) => {
      const record = find(id);
      return record === undefined ? false : whileEnded(id, () => sessions.reopen(record, renewal));
    },
  };
}

type FindRoot = (id: number) => RootRecord | undefined;
type Sessions = ReturnType<typeof createSessions>;

function createSessions({ parts, gate, notifyChanged, refreshInvitations, notify }: EngineRootsParts, find: FindRoot) {
  /** A closed session stays until the next one is open: a status without the root would claim that everything is in sync. */
  const byId = new Map<number, RootSession>();
  const open = (record: RootRecord): RootSession => {
    const known = byId.get(record.id);
    if (known?.isClosed === false) return known;
    // Nodes that waited for a step of the previous session have nothing left to wait for, as after a start.
    parts.store.root(record.id).unparkAll();
    const session = createRootSession({ parts, record, gate, notifyChanged, refreshInvitations, notify });
    byId.set(record.id, session);
    return session;
  };
  return {
    byId,
    open,
    /** Closes the session of a root, which says why until the next one is open. Rejects if results could not be recorded. */
    suspend: async (id: RootRecord['id'], problem: Problem): Promise<void> => {
      const session = byId.get(id);
      session?.context.standing.stop(problem);
      notifyChanged([]);
      await session?.close();
    },
    /** Runs between two sessions, while nothing works on the root. False: see `EngineRoots.renew`. */
    reopen: async (record: RootRecord, renewal: RootRenewal): Promise<boolean> => {
      let isDone = false;
      try {
        await byId.get(record.id)?.close();
        isDone = await applyRenewal(parts, record, renewal);
      } finally {
        const fresh = find(record.id);
        if (fresh === undefined) byId.delete(record.id);
        else open(fresh);
      }
      const notice = isDone ? renewalNotice(record, renewal) : null;
      if (notice !== null) {
        parts.log.warn(`${record.localPath}: ${notice.title.code}.`);
        notify(`root ${record.id} ${renewal.kind} ${parts.clock.nowMs()}`, notice);
      }
      notifyChanged([]);
      return isDone;
    },
  };
}

/**
 * Nothing is planned on results that could not be recorded (edge case 114). Once writes succeed, the root reopens as after a crash:
 * finished work is rediscovered, not assumed.
 */
async function untilWritable(
  { store, clock, log }: EngineParts,
  sessions: Sessions,
  { id, localPath }: RootRecord,
  { trouble, signal }: { readonly trouble: 'full' | 'denied'; readonly signal: AbortSignal },
): Promise<void> {
  log.warn(`The state of ${localPath} cannot be written; it waits until it can.`, { reason: trouble });
  await sessions.suspend(id, trouble === 'full' ? stateFull() : stateUnwritable()).catch((error: unknown) => {
    if (storeTrouble(error) === null) throw error;
  });
  for (let isWritable = false; !isWritable && !signal.aborted; ) {
    await clock.sleep(REST_MS, signal);
    try {
      store.setSetting('last_written_ms', String(clock.nowMs()));
      isWritable = true;
    } catch (error) {
      if (storeTrouble(error) === null) throw error;
    }
  }
}

const stateFull = (): Problem => ({
  code: 'disk_full',
  reach: 'waiting',
  says: { code: 'state_disk_full', args: {} },
});

const stateUnwritable = (): Problem => ({
  code: 'unwritable',
  reach: 'waiting',
  says: { code: 'state_unwritable', args: {} },
});

/** A session that ran this long without a fault resets the fault count. */
const FAULTS_FORGOTTEN_MS = 10 * 60_000;

/**
 * A fault of ours ended the work on one root. The other roots continue, and this one reopens as after a crash, with a backoff that grows
 * with each consecutive fault. Until then the status reports the fault.
 */
async function restAfterFault(
  { clock, random, log }: EngineParts,
  sessions: Sessions,
  { id, localPath }: RootRecord,
  { error, faults, signal }: { readonly error: unknown; readonly faults: number; readonly signal: AbortSignal },
): Promise<void> {
  log.error(`Sync of ${localPath} stopped unexpectedly; restarting it.`, error);
  await sessions
    .suspend(id, faulty())
    .catch((again: unknown) => log.error(`The end of the work on ${localPath} could not be recorded.`, again));
  await clock.sleep(backoffMs(faults, random.fraction()), signal);
}

/** Nothing is planned on a damaged state: only the check at the next start can replace it (P59). */
async function stopAtDamage({ log }: EngineParts, sessions: Sessions, { id, localPath }: RootRecord): Promise<void> {
  log.warn(`The state of ${localPath} is damaged; its sync stops until the next start.`);
  await sessions
    .suspend(id, stateDamaged())
    .catch((error: unknown) => log.error(`The end of the work on ${localPath} could not be recorded.`, error));
}

const stateDamaged = (): Problem => ({
  code: 'internal_fault',
  reach: 'blocked',
  says: { code: 'state_damaged', args: {} },
});

const faulty = (): Problem => ({
  code: 'internal_fault',
  reach: 'waiting',
  says: { code: 'internal_fault', args: {} },
});

type Keeping = { readonly id: number; readonly find: FindRoot; readonly signal: AbortSignal };

/**
 * Runs one session after another for as long as the root is synced. No fault ends this: the status would hide that nothing syncs. A damaged
 * state does, and the status says so until the next start.
 */
async function keepSyncing(parts: EngineParts, sessions: Sessions, { id, find, signal }: Keeping): Promise<void> {
  let faults = 0;
  for (let record = find(id); record !== undefined && !signal.aborted; record = find(id)) {
    const beganMs = parts.clock.nowMs();
    const rest = (error: unknown): Promise<void> => {
      faults = parts.clock.nowMs() - beganMs < FAULTS_FORGOTTEN_MS ? faults + 1 : 1;
      return restAfterFault(parts, sessions, record, { error, faults, signal });
    };
    try {
      if (!(await runOnce(parts, sessions, record, signal))) return;
    } catch (error) {
      if (isStoreDamage(error)) {
        await stopAtDamage(parts, sessions, record);
        return;
      }
      const trouble = storeTrouble(error);
      if (trouble === null) await rest(error);
      else await untilWritable(parts, sessions, record, { trouble, signal }).catch(rest);
    }
  }
}

/** Runs a session, and the renewal that ends it. False: it was to end. */
async function runOnce(
  parts: EngineParts,
  sessions: Sessions,
  record: RootRecord,
  signal: AbortSignal,
): Promise<boolean> {
  const { context, run } = sessions.open(record);
  await run(signal);
  if (signal.aborted || context.standing.renewal === null) return false;
  try {
    await sessions.reopen(record, context.standing.renewal);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    parts.log.warn(`${record.localPath} could not be reopened; trying again.`, { reason: error.message });
    await parts.clock.sleep(REST_MS, signal);
  }
  return true;
}
