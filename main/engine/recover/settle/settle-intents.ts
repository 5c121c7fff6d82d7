import { nodesOf } from '../../execute/subject.ts';
import type { ItemId, LocalId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Step, StepKind } from '../../model/plan/step.ts';
import { recordDeed } from '../../root/record/record-results.ts';
import type { RootContext } from '../../root/root-context.ts';
import type { JournalEntry } from '../../store/history/journal-table.ts';
import type { RootStore } from '../../store/root-store.ts';
import { localIdOf } from './arrived.ts';
import { isSought, takeNewsRead } from './looks.ts';
import { settlePlacing } from './settle-placing.ts';
import { settleTaking } from './settle-taking.ts';
import { settleTrashing } from './settle-trashing.ts';
import { isGoneHere, settleUpload } from './settle-upload.ts';
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
 * Runs before each plan, also before that of a dry run: a node with an open intent is settled before it is planned (SPEC P85). What happened
 * is recorded as the result of a step is.
 */
export function settleIntents(context: RootContext, staging: StagingLook): void {
  const { root, runner, effects } = context;
  // Pending results come first: they know more.
  if (runner.endedCount > 0) return;
  const cases = [...takings(context), ...placings(context, staging), ...trashings(context), ...uploads(context)];
  const [held, seen] = [[] as Held[], new Set<LocalId | ItemId | null>()];
  const entries: JournalEntry[] = [];
  const conclude = ({ id, settle, drop }: Case): void => {
    const verdict = settle();
    if (verdict.is === 'open') {
      held.push(verdict.held);
      if (verdict.isSeen) seen.add(id);
      return;
    }
    const entry = verdict.is === 'happened' ? recordDeed(context, verdict.deed, verdict.done) : null;
    if (entry !== null) entries.push(entry);
    drop();
  };
  if (cases.length > 0) root.transaction(() => cases.forEach(conclude));
  held.push(...foldersPerhapsMade(context));
  effects.hold(held);
  // The effect is known, so do not wait for the response, which may be lost.
  runner.abort((step) => UPLOADS.has(step.kind) && seen.has(nodesOf(step).localId));
  if (entries.length > 0) context.told(entries);
}

type FolderToMake = Extract<Step, { kind: 'create-remote-folder' }>;

/** The folders that the service perhaps made for steps in flight: renamed meanwhile, here or there, each would come down next to its own source. */
function foldersPerhapsMade({ root, runner, effects }: RootContext): readonly Held[] {
  const steps = runner.running().filter((step): step is FolderToMake => step.kind === 'create-remote-folder');
  const keys = new Set(steps.map(({ key }) => key));
  for (const key of effects.perhapsMade.keys()) if (!keys.has(key)) effects.perhapsMade.delete(key);
  return steps.map((step) => {
    const seen = effects.perhapsMade.get(step.key) ?? new Set();
    for (const id of thereUnder(root, step)) seen.add(id);
    effects.perhapsMade.set(step.key, seen);
    return { localIds: [], itemIds: [...seen].filter((id) => root.syncedByItem(id) === undefined) };
  });
}

function thereUnder(root: RootStore, { localId, name }: FolderToMake): readonly ItemId[] {
  const folder = root.local(localId)?.parentId ?? null;
  const parent = folder === null ? undefined : root.syncedByLocal(folder);
  return parent === undefined ? [] : root.remoteByKey(parent.itemId, nameKey(name)).map(({ id }) => id);
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

function trashings({ root, runner }: RootContext): readonly Case[] {
  const busy = new Set(runner.running().map((step) => nodesOf(step).itemId));
  return root.trashing().map((one) => ({
    id: one.itemId,
    settle: () => settleTrashing({ root, isBusy: busy.has(one.itemId) }, one),
    drop: () => root.forgetTrashing(one.itemId),
  }));
}

function uploads(context: RootContext): readonly Case[] {
  const { root, runner, service, parts, execution } = context;
  const { transfers } = parts.store;
  const read = takeNewsRead(context);
  const busy = new Set(runner.running().map((step) => nodesOf(step).localId));
  return transfers.sent(execution.rootKey).map((one) => {
    const id = localIdOf(one);
    const isSoughtStill = () => (service.hasNews || !read.has(one.key)) && isSought(context, one.key, 'service');
    const known = { root, isBusy: busy.has(id), isSought: isSoughtStill };
    const drop = (): void => {
      transfers.forgetSent(one.key, one.content.sha1);
      // The file was waiting for this outcome.
      if (!isGoneHere(root, id)) root.markDirtyLocal(id);
    };
    return { id, settle: () => settleUpload(known, one), drop };
  });
}
