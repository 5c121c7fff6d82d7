import type { Message } from '../../../preload/words/message.ts';
import type { Kind, SyncedEntry } from '../model/entry.ts';
import type { ItemId } from '../model/ids.ts';
import type { HeldBatch } from '../model/plan/plan.ts';
import type { StepKind } from '../model/plan/step.ts';
import { type Answer, type Refused, refusedBy } from '../model/refusal.ts';
import { commonPlace } from '../report/status/transfer-groups.ts';
import { lastName } from '../report/status/words.ts';
import type { RootContext } from '../root/root-context.ts';
import { reasonsOf } from '../root/waiting/retry.ts';
import { HELD_STEP, type HeldKind, type HeldNode, type HeldRow } from '../store/work/held.ts';
import type { Reason } from '../store/work/reasons.ts';

/** One batch held by the guard (SPEC P31, P46). Its `id` stays the same while any part is held, and is never reused. */
export type Held = {
  readonly id: number;
  readonly rootId: number;
  readonly what: HeldBatch['what'];
  readonly direction: HeldBatch['direction'];
  /** Files and folders that would be deleted or replaced, including those inside folders. */
  readonly items: number;
  readonly bytes: number;
  readonly sinceMs: number;
  /** The first paths. */
  readonly sample: readonly string[];
  readonly sentence: Message;
};

export type HeldItem = {
  /** Relative to the root. */
  readonly path: string;
  readonly itemKind: Kind;
  /** Null: a folder. */
  readonly bytes: number | null;
  readonly itemId: ItemId | null;
};

const SAMPLE = 5;
/** Top-level nodes read at first; each page sorts the whole batch, so every next one is larger. */
const TOPS = 500;
const LARGER = 10;

export function heldOf(context: RootContext): readonly Held[] {
  return context.root.heldBatches().map((row) => toHeld(context, row));
}

function toHeld(context: RootContext, row: HeldRow): Held {
  const totals = context.root.heldTotals(row);
  return {
    id: row.id,
    rootId: context.record.id,
    what: row.what,
    direction: row.direction,
    ...totals,
    sinceMs: row.sinceMs,
    sample: heldItems(context, row, 0, SAMPLE).map(({ path }) => path),
    sentence: {
      code: 'held',
      args: { items: totals.items, what: row.what, direction: row.direction, folder: placeOf(context, row) },
    },
  };
}

/** The name of the synced folder, and the deepest folder below it that contains the whole batch. */
function placeOf({ root, record }: RootContext, row: HeldRow): string {
  const folder = commonPlace(root.heldFolders(row).map((id) => root.syncedPath(id) ?? ''));
  return [lastName(record.localPath), folder].filter((part) => part !== '').join('/');
}

/** The items of a batch, each folder followed by its contents; paged by `offset` and `limit`. */
export function heldItems(context: RootContext, batch: HeldKind, offset: number, limit: number): readonly HeldItem[] {
  const items: HeldItem[] = [];
  let index = 0;
  for (const item of everything(context, batch)) {
    if (index >= offset + limit) break;
    if (index >= offset) items.push(item);
    index += 1;
  }
  return items;
}

function* everything(context: RootContext, batch: HeldKind): Generator<HeldItem> {
  const { root } = context;
  for (const node of tops(context, batch)) {
    const top = node.localId === null ? undefined : root.syncedByLocal(node.localId);
    if (top === undefined) continue;
    // Depth first in name order, without recursion so that any depth works.
    const open: { readonly row: SyncedEntry; readonly path: string }[] = [
      { row: top, path: root.syncedPath(top.localId) ?? top.localName },
    ];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const { row, path } = at;
      yield { path, itemKind: row.kind, bytes: row.content?.sizeBytes ?? null, itemId: row.itemId };
      if (row.kind === 'folder') {
        const children = root.syncedChildren(row.localId);
        for (const child of children.toReversed()) open.push({ row: child, path: `${path}/${child.localName}` });
      }
    }
  }
}

function* tops({ root }: RootContext, batch: HeldKind): Generator<HeldNode> {
  for (let [offset, limit] = [0, TOPS]; ; [offset, limit] = [offset + limit, limit * LARGER]) {
    const page = root.heldNodes(batch, limit, offset);
    yield* page;
    if (page.length < limit) return;
  }
}

/** The batch and its root. A number that is no longer held was decided, or its items were fixed by hand. */
export function findHeld(
  contexts: readonly RootContext[],
  id: number,
): Answer<{ readonly context: RootContext; readonly row: HeldRow }> {
  for (const context of contexts) {
    const row = context.root.heldBatches().find((one) => one.id === id);
    if (row !== undefined) return { ok: true, value: { context, row } };
  }
  return noSuchBatch(id);
}

const noSuchBatch = (id: number): Refused => refusedBy('not_found', { code: 'no_such_batch', args: { id } });

/** Releases the batch: each node passes the guard once. Returns the number of top-level nodes. */
export function applyHeld(context: RootContext, row: HeldRow): number {
  const { root, parts, carriedOut, wake } = context;
  const operation = HELD_STEP[`${row.what} ${row.direction}`];
  const held = [...reasonsOf(root)].filter((reason) => reason.source === 'held' && isOf(reason, operation));
  const nodes = root.heldNodes(row);
  parts.store.transaction(() => {
    for (const reason of held) {
      root.release(reason);
      root.clearReason(reason);
    }
    // Also those that wait for another reason now.
    for (const node of nodes) root.release(node);
  });
  carriedOut.forget();
  wake.ring();
  return row.tops;
}

/** Items that wait behind a held step have no operation of their own; they are planned again with any release. */
const isOf = ({ step }: Reason, operation: StepKind): boolean => step === null || step.kind === operation;
