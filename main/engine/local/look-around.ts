import type { Clock } from '../ports/clock.ts';
import type { WalkResult } from '../ports/file-system.ts';
import { comparePortion } from './compare.ts';
import type { FolderLook, Looker } from './folder-look.ts';
import { addLook, endPortion, type ScanPass } from './scan-pass.ts';

/** Entries per transaction: some tens of milliseconds, then others have their turn. */
const PORTION_ENTRIES = 1000;
/** Looks at one folder in one pass; then it is restless. */
const LOOKS_PER_FOLDER = 4;

/** A pass and what it looks with. */
export type Looking = {
  readonly pass: ScanPass;
  readonly looker: Looker;
  readonly clock: Clock;
  /** Gets the last look at each folder. */
  readonly seen?: Map<string, FolderLook>;
};

export type Walk = (signal?: AbortSignal) => AsyncIterable<WalkResult>;

/** Looks at everything that the rules let in; the reading happens away from this thread. */
export async function walkAll({ pass, looker, clock }: Looking, walk: Walk, signal?: AbortSignal): Promise<void> {
  const takenAt = pass.store.tick();
  let hasMissed = false;
  let entries = 0;
  for await (const result of walk(signal)) {
    const look = await looker.fromWalk(result, takenAt);
    addLook(pass, look);
    // It went before it was read: what is in it may be anywhere by now, and was not seen there.
    if (look.kind === 'gone') hasMissed = true;
    entries += sizeOf(look);
    if (entries < PORTION_ENTRIES) continue;
    await decidePortion({ pass, looker, clock });
    entries = 0;
  }
  await decidePortion({ pass, looker, clock });
  pass.isWhole = !hasMissed;
  // The walk itself goes into what is new.
  pass.fresh.clear();
  // What the rules left out before may have to come down now (edge case 79).
  if (looker.takeRulesChanged()) pass.store.markUnsynced();
  await lookAround({ pass, looker, clock }, [], signal);
}

/** Looks at folders, at what they lead to, and again at what moved under our eyes. */
export async function lookAround(
  { pass, looker, clock, seen }: Looking,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const waiting = new Set(paths);
  const looksAt = new Map<string, number>();
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
      const look = await looker.look(path, pass.store.tick());
      addLook(pass, look);
      seen?.set(path, look);
      entries += sizeOf(look);
    }
    await decidePortion({ pass, looker, clock });
  }
}

/** Compares the portion, with as many more looks as its decisions need, then lets others have their turn. */
async function decidePortion({ pass, looker, clock }: Looking): Promise<void> {
  for (;;) {
    pass.needed.clear();
    comparePortion(pass);
    const more = [...pass.needed].filter((path) => !pass.looks.has(path));
    if (more.length === 0) break;
    for (const path of more) addLook(pass, await looker.look(path, pass.store.tick()));
  }
  endPortion(pass);
  await clock.sleep(0);
}

const sizeOf = (look: FolderLook): number => (look.kind === 'listed' ? look.present.size + 1 : 1);
