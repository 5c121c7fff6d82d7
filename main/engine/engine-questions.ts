import type { ActivityEntryData, PlannedStepData, WhyData } from '../../preload/ipc/status.ts';
import type { EngineParts } from './engine-parts.ts';
import type { EngineRoots } from './engine-roots.ts';
import { rootId } from './model/ids.ts';
import { type Answer, refusedBy, rootNotFound } from './refusal.ts';
import { rehearse } from './rehearse.ts';
import { activityOf } from './status/activity.ts';
import { placeOf, whyOf } from './why.ts';

/** What a person can ask: what would be done, why, and what was done. */

export type PlanRequest = { readonly rootId?: number | undefined; readonly limit: number };
export type PlanAnswer = Answer<{ readonly steps: PlannedStepData[]; readonly total: number; readonly held: number }>;

/** A dry run: observes both sides, changes nothing on either. */
export async function answerPlan(roots: EngineRoots, { rootId: wanted, limit }: PlanRequest): Promise<PlanAnswer> {
  const chosen = roots.own().filter((record) => wanted === undefined || record.id === wanted);
  if (wanted !== undefined && chosen.length === 0) return rootNotFound();
  const steps: PlannedStepData[] = [];
  let total = 0;
  let held = 0;
  for (const record of chosen) {
    const { context, observe } = roots.open(record);
    const trouble = await observe(new AbortController().signal);
    if (trouble !== null) return trouble;
    if (context.live.traits === null) continue;
    const made = await rehearse(context, context.live.traits, limit - steps.length);
    total += made.total;
    held += made.held;
    steps.push(...made.steps);
  }
  return { ok: true, value: { steps, total, held } };
}

export function answerWhy(roots: EngineRoots, path: string): Answer<WhyData> {
  const place = placeOf(roots.contexts(), path);
  if (place !== null) return { ok: true, value: whyOf(place.context, place.below) };
  return refusedBy('not_found', { code: 'in_no_root', args: { path } });
}

export type ActivityRequest = {
  readonly before?: number | undefined;
  readonly limit: number;
  readonly rootId?: number | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly side?: 'local' | 'remote' | undefined;
  readonly path?: string | undefined;
  readonly contains?: string | undefined;
  readonly sinceMs?: number | undefined;
};

/** Newest first. */
export function answerActivity(
  { store }: EngineParts,
  request: ActivityRequest,
): { entries: ActivityEntryData[]; more: boolean } {
  const { limit, rootId: root, ...rest } = request;
  const conditions = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const where = root === undefined ? conditions : { ...conditions, rootId: rootId(root) };
  const entries = store.journal.query({ ...where, limit: limit + 1 });
  return {
    entries: entries.slice(0, limit).map((entry) => activityOf(entry, store.journal.isUndone(entry.id))),
    more: entries.length > limit,
  };
}
