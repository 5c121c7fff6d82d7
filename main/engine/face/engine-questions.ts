import type { ActivityEntryData, WhyData } from '../../../preload/ipc/shapes/status.ts';
import { rootId } from '../model/ids.ts';
import { type Answer, refusedBy } from '../model/refusal.ts';
import { activityOf } from '../report/status/activity.ts';
import { placeOf, whyOf } from '../report/why.ts';
import type { EngineRoots } from '../root/account/engine-roots.ts';
import type { EngineParts } from '../root/engine-parts.ts';

/** Answers about the current state and the past. `dry-run.ts` answers what a sync would do. */

export async function answerWhy(roots: EngineRoots, path: string): Promise<Answer<WhyData>> {
  const place = placeOf(roots.contexts(), path);
  if (place === null) return refusedBy('not_found', { code: 'in_no_root', args: { path } });
  const { context, below } = place;
  if (!context.folder.isScanned) await context.local.readRules(below);
  return { ok: true, value: whyOf(context, below) };
}

export type ActivityRequest = {
  readonly before?: number | undefined;
  readonly withoutBatches?: readonly number[] | undefined;
  readonly limit: number;
  readonly rootId?: number | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly side?: 'local' | 'remote' | undefined;
  readonly path?: string | undefined;
  readonly contains?: string | undefined;
  readonly sinceMs?: number | undefined;
  readonly mine?: string | undefined;
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
