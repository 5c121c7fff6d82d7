import type { CommandInput } from '../../../preload/ipc/commands.ts';
import type { texts } from '../../texts/texts.ts';

/** The filter of the journal; null: everything. */
export type ActivityFilter = {
  readonly kind: KindChoice | null;
  readonly side: keyof typeof texts.activity.sides | null;
  readonly time: TimeChoice | null;
  readonly rootId: number | null;
  /** The id of the person at this computer, whose changes alone are shown; null: everyone's. */
  readonly mine: string | null;
  readonly words: string;
};

export type KindChoice = keyof typeof texts.activity.kinds;
export type TimeChoice = keyof typeof texts.activity.times;

export const noFilter: ActivityFilter = { kind: null, side: null, time: null, rootId: null, mine: null, words: '' };

export const isFiltered = (filter: ActivityFilter): boolean =>
  Object.entries(filter).some(([key, value]) => value !== noFilter[key as keyof ActivityFilter]);

/** True if this filter can hide parts of a batch. A batch never spans two synced folders. */
export const hidesParts = (filter: ActivityFilter): boolean => isFiltered({ ...filter, rootId: null });

/** The journal's kinds (main/engine/model/plan/step.ts) for each filter option. */
const kindsOf: Readonly<Record<KindChoice, readonly string[]>> = {
  uploads: ['upload', 'upload-version'],
  downloads: ['download', 'download-version'],
  moves: ['move-remote', 'move-local'],
  deletes: ['trash-remote', 'trash-local'],
  folders: ['create-remote-folder', 'create-local-folder'],
  conflicts: ['set-aside'],
};

const HOUR_MS = 3_600_000;
const reachMs: Readonly<Record<TimeChoice, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
};

/** The journal query; `nowMs` turns "last hour" into a time. */
export function toQuestion(filter: ActivityFilter, nowMs: number): CommandInput<'activity.list'> {
  const words = filter.words.trim();
  return {
    ...(filter.kind === null ? {} : { kinds: [...kindsOf[filter.kind]] }),
    ...(filter.side === null ? {} : { side: filter.side }),
    ...(filter.time === null ? {} : { sinceMs: nowMs - reachMs[filter.time] }),
    ...(filter.rootId === null ? {} : { rootId: filter.rootId }),
    ...(filter.mine === null ? {} : { mine: filter.mine }),
    ...(words === '' ? {} : { contains: words }),
  };
}
