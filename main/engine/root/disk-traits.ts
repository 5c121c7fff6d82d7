import type { DiskTraits } from '../ports/file-system.ts';
import type { RootStore } from '../store/root-store.ts';

const NOTE = 'disk_traits';

/** The traits of the root's disk as last probed: probing changes its times, so a dry run must not. Null: never probed. */
export function knownTraits(root: Pick<RootStore, 'note'>): DiskTraits | null {
  const note = root.note(NOTE);
  // Written only by `keepTraits`, from the same type.
  return note === null ? null : (JSON.parse(note) as DiskTraits);
}

/** Stores freshly probed traits. */
export function keepTraits(
  root: Pick<RootStore, 'note' | 'setNote'>,
  { caseSensitive, nameLimit, platform }: DiskTraits,
): void {
  const traits: DiskTraits = { caseSensitive, nameLimit, platform };
  const note = JSON.stringify(traits);
  if (root.note(NOTE) !== note) root.setNote(NOTE, note);
}
