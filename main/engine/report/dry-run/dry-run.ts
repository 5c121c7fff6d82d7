import type { PlannedStepData } from '../../../../preload/ipc/shapes/status.ts';
import { type Answer, rootNotFound } from '../../model/refusal.ts';
import { type LinkRequest, linkRoot } from '../../recover/root-link.ts';
import { applyRenewal } from '../../recover/root-renewal.ts';
import { createAccountGate } from '../../root/account/account-gate.ts';
import type { EngineRoots } from '../../root/account/engine-roots.ts';
import { knownTraits } from '../../root/disk-traits.ts';
import type { EngineParts } from '../../root/engine-parts.ts';
import type { RootContext } from '../../root/root-context.ts';
import { createRootSession } from '../../root/root-session.ts';
import type { RootRecord } from '../../store/root-table.ts';
import { dryParts } from './dry-parts.ts';
import { rehearse } from './rehearse.ts';

/** `pair`: two folders that need not be linked yet; the dry run links them only in its copy of the store. */
export type PlanRequest = {
  readonly rootId?: number | undefined;
  readonly pair?: LinkRequest | undefined;
  readonly limit: number;
};
export type PlanAnswer = Answer<{ readonly steps: PlannedStepData[]; readonly total: number; readonly held: number }>;

/**
 * Shows what a sync would do (SPEC P52). Both sides are observed again, but all results go into a copy of the store and no port can change
 * either side. A dry run leaves nothing behind, however it ends, and concurrent dry runs are independent.
 */
export async function answerPlan(parts: EngineParts, roots: EngineRoots, request: PlanRequest): Promise<PlanAnswer> {
  const copy = await parts.store.copy();
  try {
    const dry = dryParts(parts, copy);
    const chosen = await chooseRoots(dry, request);
    return chosen.ok ? await planRoots(dry, roots, chosen.value, request.limit) : chosen;
  } finally {
    copy.close();
  }
}

async function chooseRoots(dry: EngineParts, request: PlanRequest): Promise<Answer<readonly RootRecord[]>> {
  const own = () => dry.store.roots().filter(({ account }) => account === dry.account);
  if (request.pair !== undefined) {
    const linked = await linkRoot(dry, request.pair);
    if (!linked.ok) return linked;
    const { record, renewal } = linked.value;
    if (renewal !== null) await applyRenewal(dry, record, renewal);
    return { ok: true, value: own().filter(({ id }) => id === record.id) };
  }
  const { rootId } = request;
  const chosen = own().filter(({ id }) => rootId === undefined || id === rootId);
  return rootId !== undefined && chosen.length === 0 ? rootNotFound() : { ok: true, value: chosen };
}

const quiet = (): void => undefined;

async function planRoots(
  dry: EngineParts,
  roots: EngineRoots,
  chosen: readonly RootRecord[],
  limit: number,
): Promise<PlanAnswer> {
  const gate = createAccountGate(dry.clock, dry.random, () => undefined);
  const steps: PlannedStepData[] = [];
  let total = 0;
  let held = 0;
  for (const record of chosen) {
    const session = createRootSession({
      parts: dry,
      record,
      gate,
      notifyChanged: quiet,
      refreshInvitations: quiet,
      notify: quiet,
    });
    const { context } = session;
    takeFromRunning(context, roots);
    const known = knownTraits(context.root);
    if (known !== null) context.folder.noteTraits(known);
    const trouble = await session.observe(new AbortController().signal);
    if (trouble !== null) return trouble;
    const { traits } = context.folder;
    if (traits === null) continue;
    const made = await rehearse(context, traits, limit - steps.length);
    total += made.total;
    held += made.held;
    steps.push(...made.steps);
  }
  return { ok: true, value: { steps, total, held } };
}

/** Facts that only the running session knows: downloads that a virus scanner may have taken, files that keep growing, names that the disk refused. */
function takeFromRunning({ record, snatched, growing, refusedNames }: RootContext, roots: EngineRoots): void {
  const running = roots.contexts().find((context) => context.record.id === record.id);
  if (running === undefined) return;
  for (const [id, installed] of running.snatched.fresh) snatched.fresh.set(id, installed);
  for (const id of running.snatched.taken) snatched.taken.add(id);
  snatched.hasLooked = running.snatched.hasLooked;
  for (const [id, growth] of running.growing) growing.set(id, growth);
  for (const [id, names] of running.refusedNames) refusedNames.set(id, names);
}
