import { busyNodes, nodesOf } from '../../execute/subject.ts';
import type { ItemId, LocalId } from '../../model/ids.ts';
import type { StepKind } from '../../model/plan/step.ts';
import { noteTrashed, takenBy } from '../../root/record/note-trashed.ts';
import { recordDeed } from '../../root/record/record-results.ts';
import type { RootContext } from '../../root/root-context.ts';
import type { JournalEntry } from '../../store/history/journal-table.ts';
import { localIdOf } from './arrived.ts';
import { settleMaking } from './kinds/settle-making.ts';
import { settleMoving } from './kinds/settle-moving.ts';
import { settlePlacing } from './kinds/settle-placing.ts';
import { settleTaking } from './kinds/settle-taking.ts';
import { settleTrashing } from './kinds/settle-trashing.ts';
import { isGoneHere, settleUpload } from './kinds/settle-upload.ts';
import { isSought, takeNewsRead } from './looks.ts';
import { openPlacings, type StagingLook } from './staging-look.ts';
import type { Held, Verdict } from './verdict.ts';

const TAKING: ReadonlySet<StepKind> = new Set(['trash-local', 'rescue']);
const UPLOADS: ReadonlySet<StepKind> = new Set(['upload', 'upload-version']);

/** An open intent, what became of it, and how to drop it once that is known. */
type Case = {
  readonly id: LocalId | ItemId;
  readonly settle: () => Verdict;
  readonly drop: () => void;
};

/**
 * Runs before each plan, also before that of a dry run: a node with an open intent is settled before it is planned (SPEC P85). An effect that
 * took place is recorded like the result of a step.
 */
export function settleIntents(context: RootContext, staging: StagingLook): void {
  const { root, rounds, runner, effects } = context;
  const isNewsSought = newsSought(context);
  const cases = [
    ...takings(context),
    ...placings(context, staging),
    ...trashings(context),
    ...makings(context, isNewsSought),
    ...movings(context),
    ...uploads(context, isNewsSought),
  ];
  const [held, seen] = [[beingPlaced(context)], new Set<LocalId | ItemId | null>()];
  const entries: JournalEntry[] = [];
  const conclude = ({ id, settle, drop }: Case): void => {
    const verdict = settle();
    if (verdict.is === 'open') {
      held.push(verdict.held);
      if (verdict.isSeen) seen.add(id);
      return;
    }
    if (verdict.is === 'happened') {
      const taken = takenBy(context, verdict.deed, verdict.done);
      const entry = recordDeed(context, verdict.deed, verdict.done);
      if (entry !== null) entries.push(entry);
      noteTrashed(context, taken);
    }
    drop();
    // Other nodes waiting for its outcome may no longer exist.
    rounds.noteProgress();
  };
  if (cases.length > 0) root.transaction(() => cases.forEach(conclude));
  effects.hold(held);
  // The effect is known, so do not wait for the response, which may be lost.
  runner.abort((step) => UPLOADS.has(step.kind) && seen.has(nodesOf(step).localId));
  if (entries.length > 0) context.notifyChanged(entries);
}

function takings(context: RootContext): readonly Case[] {
  const { root, runner } = context;
  const isBusy = runner.running().some(({ kind }) => TAKING.has(kind));
  const known = { root, isBusy, isSought: (id: LocalId, folder: LocalId) => isSought(context, id, folder) };
  return root.taking().map((id) => ({ id, settle: () => settleTaking(known, id), drop: () => root.forgetTaking(id) }));
}

function placings(context: RootContext, staging: StagingLook): readonly Case[] {
  const { root, effects } = context;
  const known = {
    root,
    isSought: ({ itemId, parentLocalId }: { itemId: ItemId; parentLocalId: LocalId }) =>
      isSought(context, itemId, parentLocalId),
    stagingOf: ({ itemId }: { itemId: ItemId }) => staging.get(itemId) ?? 'unseen',
  };
  return openPlacings(context).map((one) => ({
    id: one.itemId,
    settle: () => settlePlacing(known, one),
    drop: () => {
      root.forgetPlacing(one.itemId);
      effects.looks.delete(one.itemId);
      // It was waiting for this outcome.
      root.markDirtyItem(one.itemId);
    },
  }));
}

/**
 * The local item at the name to which an unfinished step has moved its own: that item, or one saved over it. Planned now, it would be a new
 * local item that meets a new one on the service.
 */
function beingPlaced({ root, runner }: RootContext): Held {
  const busy = busyNodes(runner).itemIds;
  const here = root
    .placing((id) => !busy.has(id))
    .map(({ parentLocalId, localName }) => root.localByName(parentLocalId, localName))
    .filter((entry) => entry !== undefined && root.syncedByLocal(entry.id) === undefined);
  return { localIds: here.flatMap((entry) => entry?.id ?? []), itemIds: [], isWhole: false };
}

function trashings({ root, runner }: RootContext): readonly Case[] {
  const busy = busyNodes(runner).itemIds;
  return root.trashing().map((one) => ({
    id: one.itemId,
    settle: () => settleTrashing({ root, isBusy: busy.has(one.itemId) }, one),
    drop: () => root.forgetTrashing(one.itemId),
  }));
}

function movings({ root, runner }: RootContext): readonly Case[] {
  const busy = busyNodes(runner).itemIds;
  return root.moving().map((one) => ({
    id: one.itemId,
    settle: () => settleMoving({ root, isBusy: busy.has(one.itemId) }, one),
    drop: () => root.forgetMoving(one.itemId),
  }));
}

/** Whether the service is still to be asked for its news, for the sake of this intent. */
function newsSought(context: RootContext): (key: string) => boolean {
  const read = takeNewsRead(context);
  return (key) => (context.service.hasNews || !read.has(key)) && isSought(context, key, 'service');
}

function makings({ root, runner, parts }: RootContext, isNewsSought: (key: string) => boolean): readonly Case[] {
  const busy = busyNodes(runner).localIds;
  const me = parts.userId;
  return root.making().map((one) => {
    const { localId: id } = one;
    const known = { root, isBusy: busy.has(id), isSought: () => isNewsSought(`make ${id}`), me };
    const drop = (): void => {
      root.forgetMaking(id);
      // The folder was waiting for this outcome.
      if (root.local(id) !== undefined) root.markDirtyLocal(id);
    };
    return { id, settle: () => settleMaking(known, one), drop };
  });
}

function uploads(context: RootContext, isNewsSought: (key: string) => boolean): readonly Case[] {
  const { root, runner, parts, execution } = context;
  const { transfers } = parts.store;
  const busy = busyNodes(runner).localIds;
  return transfers.sent(execution.rootKey).map((one) => {
    const id = localIdOf(one);
    const known = { root, isBusy: busy.has(id), isSought: () => isNewsSought(one.key) };
    const drop = (): void => {
      transfers.forgetSent(one.key, one.content.sha1);
      // The file was waiting for this outcome.
      if (!isGoneHere(root, id)) root.markDirtyLocal(id);
    };
    return { id, settle: () => settleUpload(known, one), drop };
  });
}
