/**
 * User commands beyond the plans: resolve, restore a batch, undo, restore from trash. An act changes one side as a user would, verifies its
 * preconditions right before, and writes a journal entry; the next plan propagates it like any change. So acts need no merge rules, and a
 * crash in the middle needs no special handling (SPEC P47).
 */
import { dirname, join } from 'node:path';
import { diskProblem, refusalProblem, remoteProblem } from '../execute/problems.ts';
import type { Kind } from '../model/entry.ts';
import type { ItemId, LocalId } from '../model/ids.ts';
import type { ActKind } from '../model/plan/act.ts';
import type { StepKind } from '../model/plan/step.ts';
import { type Answer, type Refused, refusedBy } from '../model/refusal.ts';
import { FileSystemError } from '../ports/file-system.ts';
import { RemoteError } from '../ports/remote/remote.ts';
import type { Restored } from '../ports/remote/remote-history.ts';
import { nextBatch } from '../root/record/record-results.ts';
import type { RootContext } from '../root/root-context.ts';
import type { JournalEntry } from '../store/history/journal-table.ts';
import { type ActRemote, remoteUntil } from './act-remote.ts';

/** One command running on one root. */
export type Act = {
  readonly context: RootContext;
  readonly batch: number;
  /** The work on the root is to end: check it before each item. */
  readonly signal: AbortSignal;
  /** Its requests end with the work on the root, so that a silent service delays no end. */
  readonly remote: ActRemote;
  /** Writes an entry; call it right after the effect. */
  note(entry: ActEntry): JournalEntry;
};

export type ActEntry = {
  readonly kind: ActKind | StepKind;
  readonly rule: string;
  readonly side: JournalEntry['side'];
  readonly itemKind: Kind;
  readonly path: string;
  readonly fromPath?: string | null;
  readonly localId?: LocalId | null;
  readonly itemId?: ItemId | null;
  readonly bytes?: number | null;
  readonly before?: Readonly<Record<string, string | number | null>> | null;
  readonly after?: Readonly<Record<string, string | number | null>> | null;
  /** The journal entry that this one undoes. */
  readonly undoes?: number | null;
};

/**
 * Runs one command, after those given before it. Nothing is planned for this root meanwhile; afterwards both sides are observed. Refusals by
 * the disk or the service are returned, not thrown. `into`: the journal batch of the command that this one continues.
 */
export async function acting<Value>(
  context: RootContext,
  subject: string,
  work: (act: Act) => Promise<Answer<Value>>,
  into: number | null = null,
): Promise<Answer<Value>> {
  const { service, rounds, wake } = context;
  try {
    return (await rounds.acts.run((signal) => work(actOn(context, signal, into)))) ?? interrupted(subject);
  } catch (error) {
    return refusalOfError(error, subject);
  } finally {
    service.ask();
    rounds.noteProgress();
    wake.ring();
    context.notifyChanged([]);
  }
}

function actOn(context: RootContext, signal: AbortSignal, into: number | null): Act {
  const { parts, carriedOut } = context;
  let batch = into;
  // A command that does nothing uses no batch number.
  const ownBatch = (): number => {
    batch ??= nextBatch({ parts });
    return batch;
  };
  return {
    context,
    signal,
    remote: remoteUntil(parts.remote, signal),
    get batch() {
      return ownBatch();
    },
    note: (entry) => {
      const written = parts.store.journal.append(toJournal(context, ownBatch(), entry));
      // Someone looks at what happens here, and may have undone it.
      carriedOut.forget();
      context.notifyChanged([written]);
      return written;
    },
  };
}

function toJournal({ parts, record }: RootContext, batch: number, entry: ActEntry) {
  const { before = null, after = null } = entry;
  return {
    atMs: parts.clock.nowMs(),
    rootId: record.id,
    batch,
    kind: entry.kind,
    side: entry.side,
    rule: entry.rule,
    itemKind: entry.itemKind,
    localId: entry.localId ?? null,
    itemId: entry.itemId ?? null,
    path: entry.path,
    fromPath: entry.fromPath ?? null,
    bytes: entry.bytes ?? null,
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
    undoes: entry.undoes ?? null,
  };
}

/** The absolute path of a path relative to the root, `/` between names. */
export const onDisk = ({ record }: Pick<RootContext, 'record'>, path: string): string =>
  join(record.localPath, ...path.split('/').filter((name) => name !== ''));

/** Requests a scan of the parent folder, without debouncing. */
export function lookAround(context: RootContext, path: string): void {
  context.hints.urge(dirname(onDisk(context, path)));
}

export const changedSince = (path: string): Refused =>
  refusedBy('changed_since', { code: 'changed_since', args: { path } });

export const alreadyUndone = (path: string): Refused =>
  refusedBy('already_done', { code: 'undone_already', args: { path } });

export const interrupted = (path: string): Refused =>
  refusedBy('not_ready', { code: 'order_interrupted', args: { path } });

/** Turns a refusal by the service into words. */
export function refusalOf(answer: Exclude<Restored, { ok: true }>, path: string): Refused {
  switch (answer.reason) {
    case 'taken':
      return refusedBy('name_taken', { code: 'name_in_use_there', args: { path } });
    case 'changed':
      return changedSince(path);
    case 'gone':
      return refusedBy('not_found', { code: 'not_in_service_trash', args: { path } });
    case 'refused': {
      const code = answer.code === 'no_permission' ? 'no_permission' : 'service_error';
      return refusedBy(code, refusalProblem(answer, path).says);
    }
  }
}

/** Rethrows anything that neither side refused and no stop interrupted: it is a bug. */
export function refusalOfError(error: unknown, path: string): Refused {
  if (error instanceof RemoteError) {
    const found = remoteProblem(error, path);
    if (found === null) return changedSince(path);
    const code = found.code === 'offline' || found.code === 'signed_out' ? found.code : 'service_error';
    return refusedBy(code, found.says);
  }
  if (error instanceof FileSystemError) {
    const found = diskProblem(error, path, false);
    return found === null ? changedSince(path) : refusedBy('disk_error', found.says);
  }
  if (error instanceof DOMException && error.name === 'AbortError') return interrupted(path);
  throw error;
}
