/**
 * The rehearsal of a dry run: lists everything a sync would do. It plans, runs the steps and records their results until nothing is left, all
 * on a copy of the store with an in-memory disk and service (SPEC P52). Both sides were observed before, through parts that can change
 * neither (`dry-parts.ts`).
 */
import { basename, dirname, join } from 'node:path';
import type { PlannedStepData } from '../../../../preload/ipc/shapes/status.ts';
import { executeStep } from '../../execute/execute-step.ts';
import type { Execution } from '../../execute/execution.ts';
import type { StepKey } from '../../model/ids.ts';
import { IGNORE_FILE } from '../../model/names/rule-file.ts';
import { planInPortions } from '../../plan/plan.ts';
import type { DiskTraits } from '../../ports/file-system.ts';
import { settleIntents } from '../../recover/settle/settle-intents.ts';
import { lookAtStaging } from '../../recover/settle/staging-look.ts';
import { observeLocal, observeRemote } from '../../root/observe.ts';
import { settingsOf } from '../../root/planning/plan-input.ts';
import { recordReasons, recordSettled } from '../../root/planning/record-plan.ts';
import { unhurried } from '../../root/planning/unhurried.ts';
import { recordDone } from '../../root/record/record.ts';
import { shedGone } from '../../root/record/shed-gone.ts';
import type { RootContext } from '../../root/root-context.ts';
import { treesOf } from '../../root/trees-of.ts';
import type { JournalEntry, JournalTable } from '../../store/history/journal-table.ts';
import type { RootStore } from '../../store/root-store.ts';
import type { Store } from '../../store/store.ts';
import { plannedMessage } from '../why.ts';
import { imaginedDisk } from './imagined-disk.ts';
import { imaginedService } from './imagined-service.ts';

/** A plan that still finds work after this many rounds would never end. */
const MOST_ROUNDS = 200;
/** The number of steps before other work gets a turn. */
const STEPS_A_TURN = 100;

/** A missing item counts as deleted only after a second look; until then it is not listed as a delete. */
const MOST_LOOKS = 10;

export type Rehearsal = {
  readonly steps: readonly PlannedStepData[];
  readonly total: number;
  /** Items whose delete or rewrite the guard would hold, with all that held folders contain. */
  readonly held: number;
};

/** Everything a sync would do, in a valid order. At most `limit` steps are returned; all are counted. */
export async function rehearse(context: RootContext, traits: DiskTraits, limit: number): Promise<Rehearsal> {
  const { folder, service, parts } = context;
  const { signal } = new AbortController();
  settleIntents(context, await lookAtStaging(context));
  for (let look = 0; look < MOST_LOOKS && (folder.settleAtMs !== null || service.hasNews); look += 1) {
    if (folder.settleAtMs !== null) await parts.clock.sleep(Math.max(0, folder.settleAtMs - parts.clock.nowMs()));
    await observeLocal(context, signal);
    await observeRemote(context, signal);
    settleIntents(context, await lookAtStaging(context));
  }
  const copy = await parts.store.copy();
  try {
    return await run(context, copy, traits, limit);
  } finally {
    copy.close();
  }
}

async function run(context: RootContext, copy: Store, traits: DiskTraits, limit: number): Promise<Rehearsal> {
  const { parts, record } = context;
  const root = copy.root(record.id);
  const rulesIn = new Set<string>();
  const execution = imaginedExecution(context, copy, rulesIn);
  const steps: PlannedStepData[] = [];
  let total = 0;
  const journal = noting(copy.journal, (entry) => {
    total += 1;
    if (steps.length < limit) steps.push(toPlanned(entry));
  });
  const recording = { root, journal, nowMs: parts.clock.nowMs(), batch: 0, doubt: () => undefined };
  let turn = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    root.unparkAll();
    const dirty = root.dirty(Number.MAX_SAFE_INTEGER);
    const settings = settingsOf({ ...context, root }, traits);
    const pacing = { within: root.transaction, pause: () => parts.clock.sleep(0) };
    const made = await unhurried(planInPortions(execution.trees, dirty, settings), pacing);
    await unhurried(recordReasons({ root, nowMs: recording.nowMs, taken: settings.taken }, dirty, made), pacing);
    root.park(dirty);
    await unhurried(recordSettled(root, made.settled, { has: () => false }), pacing);
    const done = new Set<StepKey>();
    for (const step of made.steps) {
      if (!step.after.every((key) => done.has(key))) continue;
      const result = await executeStep(execution, step, new AbortController().signal);
      if (result.outcome === 'done') {
        if (result.gone !== null) await shedGone(root, result.gone, result.takenAt, context.pace);
        const entry = copy.transaction(() => recordDone(recording, step, result));
        if (entry?.side === 'local' && basename(entry.path) === IGNORE_FILE) rulesIn.add(dirname(entry.path));
        done.add(step.key);
      }
      turn += 1;
      if (turn % STEPS_A_TURN === 0) await parts.clock.sleep(0);
    }
    if (done.size === 0) break;
  }
  return { steps, total, held: heldItems(root) };
}

const heldItems = (root: RootStore): number =>
  root.heldBatches().reduce((sum, batch) => sum + root.heldTotals(batch).items, 0);

/** `rulesIn`: the folders whose rules arrive in the rehearsal and can't be read. What is new in them may be excluded (SPEC P89). */
function imaginedExecution(
  { parts, record, root: real, execution }: RootContext,
  copy: Store,
  rulesIn: ReadonlySet<string>,
): Execution {
  const { leavesOut, takesIn } = execution.trees;
  const isRuled = (path: string): boolean =>
    [...rulesIn].some((folder) => folder === '.' || path.startsWith(`${folder}/`));
  const root = copy.root(record.id);
  const rootPath = record.localPath;
  const disk = imaginedDisk({
    root,
    rootPath,
    fileSystem: parts.fileSystem,
    // Finds the file by its local id, at its real path rather than its imagined one.
    hashReally: (local, signal) => {
      const path = join(rootPath, ...(real.localPath(local.id) ?? '').split('/'));
      return parts.hashPool.hash(path, local.fingerprint, signal);
    },
  });
  const service = imaginedService(root, { remote: parts.remote, disk, rootPath });
  return {
    ...execution,
    trees: treesOf(root, {
      ...(leavesOut !== undefined && { leavesOut }),
      takesIn: (path, isFolder) => !isRuled(path) && (takesIn?.(path, isFolder) ?? true),
    }),
    fileSystem: disk.fileSystem,
    remote: service.remote,
    hashPool: disk.hashPool,
    transfers: { ...parts.transfers, ...service.transfers },
    reuse: { there: () => [], here: () => null, inTrash: () => null },
    trash: async (path) => path,
    untrash: async () => true,
    keepCopy: async () => null,
    rescue: async (path) => path,
    sending: () => undefined,
    placing: () => undefined,
    makings: { open: () => undefined, note: () => undefined, drop: () => undefined },
    movings: { open: () => undefined, note: () => undefined, drop: () => undefined },
    ignoredNames: (folder) => new Set(root.ignoredIn(folder).map((entry) => entry.name)),
    tick: () => root.tick(),
  };
}

/** A journal that reports entries and stores nothing. */
function noting(journal: JournalTable, note: (entry: JournalEntry) => void): JournalTable {
  return {
    ...journal,
    // A planned step keeps its kind.
    removalOf: () => undefined,
    append: (entry) => {
      const noted = { ...entry, id: 0, undoes: null, by: null };
      note(noted);
      return noted;
    },
  };
}

function toPlanned({ rootId, kind, path, fromPath, bytes, rule }: JournalEntry): PlannedStepData {
  const toPath = fromPath === null ? null : path;
  return { rootId, kind, path: fromPath ?? path, toPath, bytes, rule, sentence: plannedMessage(kind) ?? kind };
}
