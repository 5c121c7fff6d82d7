import type { ActivityEntry } from '../../../../preload/ipc/shapes/status.ts';
import type { Answers } from '../fake-bridge.ts';
import { now } from '../status-states.ts';
import { comparison } from './comparison.ts';
import { drawn } from './drawings.ts';
import { people } from './people.ts';

const minute = 60_000;
const hour = 60 * minute;

type Told = Partial<ActivityEntry> & Pick<ActivityEntry, 'kind' | 'path' | 'atMs' | 'batch'>;

const entry = (told: Told, at: number): ActivityEntry => ({
  id: 900 - at,
  rootId: 1,
  side: 'local',
  fromPath: null,
  itemKind: 'file',
  bytes: null,
  sentence: '',
  rule: 'P2',
  by: null,
  undo: 'never',
  ...told,
});

const photos = Array.from({ length: 212 }, (_, at): Told => {
  const name = drawn[at] ?? `photo-${at + 1}.jpg`;
  const bytes = 4_800_000 + ((at * 1_310_000) % 3_900_000);
  return { kind: 'upload', side: 'remote', rootId: 2, batch: 9, atMs: now - 3 * minute, path: `Photos/${name}`, bytes };
});

const copy = 'Contracts/site-notes (conflicted copy ann-laptop 2026-11-23).md';
const notes = { batch: 8, atMs: now - 7 * minute, bytes: 8_000 } as const;

const moved = Array.from({ length: 38 }, (_, at): Told => {
  const name = `scan-${String(at + 1).padStart(3, '0')}.tif`;
  const to = { path: `Archive/${name}`, fromPath: `raw/${name}`, bytes: 10_840_000 };
  return {
    kind: 'move-local',
    rootId: 2,
    batch: 7,
    atMs: now - 165 * minute,
    by: people.bob,
    undo: 'possible',
    ...to,
  };
});

const told: readonly Told[] = [
  ...photos,
  { ...notes, kind: 'upload', side: 'remote', path: copy },
  { ...notes, kind: 'download', path: 'Contracts/site-notes.md', by: people.carol },
  { ...notes, kind: 'set-aside', path: copy, fromPath: 'Contracts/site-notes.md' },
  ...moved,
  {
    kind: 'move-remote',
    side: 'remote',
    batch: 6,
    atMs: now - 215 * minute,
    path: 'fees-2027.xlsx',
    fromPath: 'fees.xlsx',
    undo: 'possible',
  },
  {
    kind: 'trash-local',
    batch: 5,
    atMs: now - 20 * hour - 21 * minute,
    path: 'Contracts/kick-off-old.pptx',
    bytes: 18_000_000,
    by: people.dev,
    undo: 'possible',
  },
  {
    kind: 'download-version',
    rootId: 3,
    batch: 4,
    atMs: now - 21 * hour - 53 * minute,
    path: 'schedule.md',
    bytes: 12_000,
    by: people.grace,
    undo: 'possible',
  },
  ...Array.from(
    { length: 6 },
    (_, at): Told => ({
      kind: 'download',
      batch: 3,
      atMs: now - 28 * hour - 50 * minute,
      path: `Tender documents/offer-${at + 1}.pdf`,
      bytes: 16_000_000,
      by: people.elena,
    }),
  ),
];

/** Two days in the journal of the studio. */
export const journal: Answers = {
  ...comparison,
  'activity.list': () => ({ entries: told.map(entry), more: false }),
  'conflict.list': (request) => {
    const { conflicts = [], total = 0 } = comparison['conflict.list']?.(request) ?? {};
    return { conflicts: conflicts.map((one, at) => (at === 0 ? { ...one, copyPath: copy } : one)), total };
  },
};
