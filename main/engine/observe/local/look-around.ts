import { parentPath } from '../../model/disk-path.ts';
import type { WalkResult } from '../../ports/file-system.ts';
import { comparePortion } from './compare.ts';
import type { FolderLook, Looker } from './folder-look.ts';
import { addLook, endPortion, type ScanPass } from './scan-pass.ts';

/** Entries of the listings that are compared together, in whole folders: what moved between two of them needs no extra listing. */
const PORTION_ENTRIES = 1000;
/** The most listings of one folder per pass; a folder that still changes is restless. */
const LOOKS_PER_FOLDER = 4;

/** A pass and its tools. */
export type Looking = {
  readonly pass: ScanPass;
  readonly looker: Looker;
  /** Receives the latest listing of each folder. */
  readonly seen?: Map<string, FolderLook>;
};

export type Walk = (signal?: AbortSignal) => AsyncIterable<WalkResult>;

/** Scans everything that the rules include; the reading happens off this thread. */
export async function walkAll({ pass, looker }: Looking, walk: Walk, signal?: AbortSignal): Promise<void> {
  const takenAt = pass.store.tick();
  let hasMissed = false;
  let entries = 0;
  for await (const result of walk(signal)) {
    const look = await looker.fromWalk(result, takenAt);
    addLook(pass, look);
    // Gone before it was read: its contents may have moved to a place that was listed earlier.
    if (look.kind === 'gone') hasMissed = true;
    entries += sizeOf(look);
    if (entries < PORTION_ENTRIES) continue;
    await decidePortion({ pass, looker });
    entries = 0;
  }
  await decidePortion({ pass, looker });
  pass.isWhole = !hasMissed;
  // The walk itself enters new folders.
  pass.fresh.clear();
  // Items that the old rules ignored may have to be downloaded now (edge case 79).
  if (looker.takeRulesChanged()) pass.store.markUnsynced();
  await lookAround({ pass, looker }, [], signal);
}

/** Lists folders, then the new folders they lead to, and again those that changed meanwhile. */
export async function lookAround(
  { pass, looker, seen }: Looking,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const waiting = new Set(paths);
  const looksAt = new Map<string, number>();
  const rulesRead = new Set<string>();
  for (;;) {
    for (const path of [...pass.fresh, ...pass.again]) {
      if ((looksAt.get(path) ?? 0) < LOOKS_PER_FOLDER) waiting.add(path);
      else pass.again.add(path);
    }
    pass.fresh.clear();
    for (const path of waiting) pass.again.delete(path);
    if (waiting.size === 0) return;
    let entries = 0;
    for (const path of waiting) {
      if (entries >= PORTION_ENTRIES) break;
      signal?.throwIfAborted();
      waiting.delete(path);
      looksAt.set(path, (looksAt.get(path) ?? 0) + 1);
      await readRulesAbove(looker, path, rulesRead);
      const look = await looker.look(path, pass.store.tick());
      addLook(pass, look);
      seen?.set(path, look);
      entries += sizeOf(look);
    }
    await decidePortion({ pass, looker });
  }
}

/** A folder above may have been moved here and not be listed yet: its rules came along. */
async function readRulesAbove(looker: Looker, path: string, read: Set<string>): Promise<void> {
  if (path === '') return;
  const above = parentPath(path);
  if (read.has(above)) return;
  read.add(above);
  await readRulesAbove(looker, above, read);
  await looker.readRules(above);
}

/** Compares the portion, with as many extra listings as its decisions need, then yields to other work. */
async function decidePortion({ pass, looker }: Looking): Promise<void> {
  for (;;) {
    pass.needed.clear();
    await comparePortion(pass);
    const more = [...pass.needed].filter((path) => !pass.looks.has(path));
    if (more.length === 0) break;
    for (const path of more) addLook(pass, await looker.look(path, pass.store.tick()));
  }
  endPortion(pass);
  await pass.clock.sleep(0);
}

const sizeOf = (look: FolderLook): number => (look.kind === 'listed' ? look.present.size + 1 : 1);
