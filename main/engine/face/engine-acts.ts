import type { HeldDecision, JournalPolicy } from '../../../preload/ipc/shapes/attention.ts';
import type { Words } from '../../../preload/words/message.ts';
import { changedSince } from '../acts/act.ts';
import {
  authorOf,
  type ConflictView,
  findConflict,
  noSuchConflict,
  type Shown,
  sha1Now,
  shownOf,
  viewOf,
} from '../acts/conflicts.ts';
import { applyHeld, findHeld, type Held, type HeldItem, heldItems, heldOf } from '../acts/held.ts';
import { journalPolicy, setJournalPolicy } from '../acts/journal-policy.ts';
import { renameBlocked, siblingNamed } from '../acts/rename.ts';
import { type Resolved, type Resolving, resolveConflict } from '../acts/resolve.ts';
import { isRevertible, revertHere } from '../acts/revert.ts';
import {
  purgeTrashed,
  restoreTrashed,
  setTrashPolicy,
  sweepTrash,
  type TrashPolicy,
  trashPolicy,
} from '../acts/trash/local-trash.ts';
import { putBackHeld } from '../acts/trash/put-back.ts';
import { type Undone, undoEntries } from '../acts/undo/undo.ts';
import { sweepJournal } from '../acts/upkeep.ts';
import { rootId } from '../model/ids.ts';
import { type Answer, refusedBy, rootNotFound } from '../model/refusal.ts';
import { diskNameFault, serviceNameFault } from '../plan/names/names.ts';
import { problemPage } from '../report/problem-page.ts';
import { nodesAt, placeOf } from '../report/why.ts';
import type { EngineRoots } from '../root/account/engine-roots.ts';
import type { EngineParts } from '../root/engine-parts.ts';
import type { RootContext } from '../root/root-context.ts';
import type { JournalConditions } from '../store/history/journal-table.ts';
import type { Trashed } from '../store/history/trash-table.ts';
import type { Reason } from '../store/work/reasons.ts';

/** Decisions on conflicts and held batches, and undo (SPEC P45 to P52). */
export type EngineActs = {
  /** Open conflicts, oldest first. */
  conflicts(request: { readonly limit: number; readonly offset: number }): { conflicts: ConflictView[]; total: number };
  /** One conflict with both contents as they are now, as far as they can be shown. */
  conflict(id: number): Promise<Answer<ConflictView & { readonly mineShown: Shown; readonly theirsShown: Shown }>>;
  /** By number, or by the path of either version; at the path of a change that the service refuses, `theirs` reverts the change. */
  resolve(request: Resolving & { readonly target: number | string }): Promise<Answer<Resolved>>;
  /** Everything else that does not sync, oldest first in each root, as in the status. */
  problems(request: { readonly limit: number; readonly offset: number }): ReturnType<typeof problemPage>;
  /** Renames the item at a path, absolute or relative to its root, whose name keeps it from syncing. */
  rename(request: { readonly path: string; readonly name: string }): Promise<Answer<Resolved>>;
  /** Refuses a new name as `rename` would, and one that another item of the folder is known to have. */
  checkName(request: { readonly path: string; readonly name: string }): Answer<Record<string, never>>;
  /** Batches held by the guard, oldest first. */
  held(): readonly Held[];
  /** The items of one batch, paged by `offset` and `limit`. */
  heldItems(request: { readonly id: number; readonly offset: number; readonly limit: number }): Answer<{
    readonly items: readonly HeldItem[];
    readonly total: number;
  }>;
  /** `apply` releases the batch. `restore` restores deleted or rewritten items on the side where that happened. */
  decideHeld(decision: HeldDecision): Promise<Answer<HeldDecided>>;
  /** One journal entry, or a batch, newest first. */
  undo(what: Undoing): Promise<Answer<Undone & { readonly rest?: UndoRest }>>;
  /** The local trash. */
  trashed(request: { readonly limit: number; readonly offset: number; readonly rootId?: number | undefined }): {
    items: readonly Trashed[];
    total: number;
    bytes: number;
  };
  restoreTrashed(id: number): Promise<Answer<{ readonly path: string }>>;
  /** Deletes permanently. */
  purgeTrashed(ids: readonly number[]): Promise<Answer<{ readonly purged: number }>>;
  journalPolicy(): JournalPolicy;
  setJournalPolicy(policy: JournalPolicy): Promise<{ readonly swept: number }>;
  trashPolicy(): TrashPolicy;
  setTrashPolicy(policy: TrashPolicy): Promise<{ readonly swept: number }>;
};

/** `kinds`: only the entries of these kinds; default: the whole batch. `part`: only the next of them. */
export type Undoing =
  | { readonly id: number }
  | { readonly batch: number; readonly kinds?: readonly string[] | undefined; readonly part?: UndoPart | undefined };

/** `after`: the last entry of the part before, and the journal batch of its undo, which this part continues; null: a new one. */
export type UndoPart = {
  readonly most: number;
  readonly after?: { readonly entry: number; readonly batch: number | null } | undefined;
};

/** The entries that come after a part; omitted: none. */
export type UndoRest = { readonly entries: number; readonly after: NonNullable<UndoPart['after']> };

export type HeldDecided = {
  readonly released: number;
  readonly restored: number;
  readonly failed: readonly { readonly path: string; readonly message: Words }[];
  readonly failedTotal: number;
};

export function createEngineActs(parts: EngineParts, roots: EngineRoots): EngineActs {
  return {
    ...conflictActs(roots),
    ...nameActs(roots),
    ...heldActs(roots),
    ...undoActs(parts, roots),
    ...trashActs(parts, roots),
  };
}

function conflictActs(roots: EngineRoots): Pick<EngineActs, 'conflicts' | 'conflict' | 'resolve'> {
  return {
    conflicts: ({ limit, offset }) => {
      const conflicts = roots
        .contexts()
        .flatMap((context) => context.root.openConflicts(offset + limit).map((one) => viewOf(context, one)))
        .toSorted((a, b) => a.id - b.id);
      const total = roots.contexts().reduce((sum, { root }) => sum + root.openConflictCount(), 0);
      return { conflicts: conflicts.slice(offset, offset + limit), total };
    },
    conflict: async (id) => {
      const found = findConflict(roots.contexts(), id);
      if (!found.ok) return found;
      const { context, conflict } = found.value;
      const view = viewOf(context, conflict);
      const author = (await authorOf(context, conflict)) ?? conflict.theirs.by;
      // Before the contents are read: a save in between makes a decision stale; a decision never applies to contents that were not shown.
      const [mineSha1, theirsSha1] = [await sha1Now(context, view.mine.path), await sha1Now(context, view.theirs.path)];
      const mine = { ...view.mine, sha1: mineSha1 };
      const theirs = { ...view.theirs, sha1: theirsSha1, by: author?.name ?? null, byId: author?.id ?? null };
      const [mineShown, theirsShown] = [await shownOf(context, mine.path), await shownOf(context, theirs.path)];
      return { ok: true, value: { ...view, mine, theirs, mineShown, theirsShown } };
    },
    resolve: async ({ target, ...resolving }) => {
      if (typeof target === 'number') {
        const found = findConflict(roots.contexts(), target);
        return found.ok ? resolveConflict(found.value.context, found.value.conflict, resolving) : found;
      }
      return resolveAt(roots, target, resolving);
    },
  };
}

async function resolveAt(roots: EngineRoots, path: string, resolving: Resolving): Promise<Answer<Resolved>> {
  const place = placeOf(roots.contexts(), path);
  if (place === null) return rootNotFound();
  const { context, below } = place;
  const nodes = nodesAt(context, below);
  const conflict = nodes.localId === null ? undefined : context.root.conflictOf(nodes.localId);
  if (conflict !== undefined) return resolveConflict(context, conflict, resolving);
  const blocked = blockedAt(context, below);
  if (!isRevertible(blocked)) return noSuchConflict();
  if (resolving.keep === 'theirs') return revertHere(context, blocked, below);
  return refusedBy('not_possible', blocked.problem.says);
}

function nameActs(roots: EngineRoots): Pick<EngineActs, 'problems' | 'rename' | 'checkName'> {
  return {
    problems: (request) => problemPage(roots.contexts(), request),
    rename: async ({ path, name }) => {
      const found = renamable(roots, path, name);
      return found.ok
        ? renameBlocked(found.value.context, found.value.blocked, { path: found.value.below, name })
        : found;
    },
    checkName: ({ path, name }) => {
      const found = renamable(roots, path, name);
      if (!found.ok) return found;
      const holder = siblingNamed(found.value.context.root, found.value.blocked, name);
      if (holder === null) return { ok: true, value: {} };
      return refusedBy('name_taken', { code: 'name_taken_beside', args: { name: holder } });
    },
  };
}

type Renamable = { readonly context: RootContext; readonly below: string; readonly blocked: Reason };

/** The item at a path whose name keeps it from syncing, if both sides can hold the new name. */
function renamable(roots: EngineRoots, path: string, name: string): Answer<Renamable> {
  const place = placeOf(roots.contexts(), path);
  if (place === null) return rootNotFound();
  const { context, below } = place;
  const blocked = blockedAt(context, below);
  if (blocked === undefined) return changedSince(below);
  const { traits } = context.folder;
  const fault = serviceNameFault(name) ?? (traits === null ? null : diskNameFault(name, traits));
  if (fault !== null) return refusedBy('not_possible', { code: 'name_not_usable', args: fault });
  return { ok: true, value: { context, below, blocked } };
}

/** An item that exists only on the service has its reason under the item alone. */
function blockedAt(context: RootContext, below: string): Reason | undefined {
  const nodes = nodesAt(context, below);
  return context.root.reasonOf(nodes) ?? context.root.reasonOf({ ...nodes, localId: null });
}

function heldActs(roots: EngineRoots): Pick<EngineActs, 'held' | 'heldItems' | 'decideHeld'> {
  return {
    held: () => roots.contexts().flatMap(heldOf),
    heldItems: ({ id, offset, limit }) => {
      const found = findHeld(roots.contexts(), id);
      if (!found.ok) return found;
      const { context, row } = found.value;
      const total = heldOf(context).find((batch) => batch.id === id)?.items ?? 0;
      return { ok: true, value: { items: heldItems(context, row, offset, limit), total } };
    },
    decideHeld: async ({ id, decision, items = Number.POSITIVE_INFINITY }) => {
      const found = findHeld(roots.contexts(), id);
      if (!found.ok) return found;
      const { context, row } = found.value;
      if (decision === 'apply') {
        const now = context.root.heldTotals(row).items;
        if (now > items) return refusedBy('changed_since', { code: 'held_batch_grown', args: { items: now } });
        const released = applyHeld(context, row);
        context.notifyChanged([]);
        return { ok: true, value: { released, restored: 0, failed: [], failedTotal: 0 } };
      }
      const answer = await putBackHeld(context, row);
      return answer.ok ? { ok: true, value: { released: 0, ...answer.value } } : answer;
    },
  };
}

function undoActs({ store: { journal } }: EngineParts, roots: EngineRoots): Pick<EngineActs, 'undo'> {
  /** Undoing a decision also undoes the moves made for it. */
  const named = (what: Undoing): JournalConditions => {
    if ('id' in what) {
      const entry = journal.find(what.id);
      return entry?.kind === 'resolve' ? { batch: entry.batch } : { id: what.id };
    }
    const { batch, kinds } = what;
    const isDecision = kinds?.includes('resolve') === true && journal.count({ batch, kinds: ['resolve'] }) > 0;
    return isDecision || kinds === undefined ? { batch } : { batch, kinds };
  };
  return {
    undo: async (what) => {
      const part = 'id' in what ? undefined : what.part;
      const all = named(what);
      const from = part?.after === undefined ? all : { ...all, before: part.after.entry };
      const entries = journal.query(part === undefined ? from : { ...from, limit: part.most });
      const [first] = entries;
      const last = entries.at(-1);
      if (first === undefined || last === undefined) {
        return refusedBy('not_found', { code: 'no_such_entry', args: {} });
      }
      const context = roots.contexts().find(({ record }) => record.id === first.rootId);
      if (context === undefined) return rootNotFound();
      const left = part === undefined ? 0 : journal.count({ ...all, before: last.id });
      const isWhole = left === 0 && part?.after === undefined;
      const answer = await undoEntries(context, entries, { isWhole, into: part?.after?.batch ?? null });
      if (!answer.ok || left === 0) return answer;
      const after = { entry: last.id, batch: answer.value.batch };
      return { ok: true, value: { ...answer.value, rest: { entries: left, after } } };
    },
  };
}

type TrashActs =
  | 'journalPolicy'
  | 'setJournalPolicy'
  | 'trashed'
  | 'restoreTrashed'
  | 'purgeTrashed'
  | 'trashPolicy'
  | 'setTrashPolicy';

function trashActs(parts: EngineParts, roots: EngineRoots): Pick<EngineActs, TrashActs> {
  const { trash } = parts.store;
  return {
    trashed: ({ limit, offset, rootId: ofRoot }) => {
      const of = ofRoot === undefined ? undefined : rootId(ofRoot);
      const { items: total, bytes } = trash.totals(of);
      return { items: trash.list(limit, offset, of), total, bytes };
    },
    restoreTrashed: (id) => restoreTrashed(parts, roots.contexts(), id),
    purgeTrashed: (ids) => purgeTrashed(parts, ids),
    journalPolicy: () => journalPolicy(parts),
    setJournalPolicy: async (policy) => {
      setJournalPolicy(parts, policy);
      return { swept: await sweepJournal(parts) };
    },
    trashPolicy: () => trashPolicy(parts),
    setTrashPolicy: async (policy) => {
      setTrashPolicy(parts, policy);
      return { swept: await sweepTrash(parts) };
    },
  };
}
