import { type ItemId, itemId, type LocalId, localId } from '../../model/ids.ts';
import type { Trees } from '../../model/tree.ts';

/** The folders left over here, with the item that each was, as a note of the root. */
export interface LeftOverNotes {
  /** Stores the item id of each folder, so it must run before the folder's row is removed. */
  noteLeftOver(ids: readonly LocalId[]): void;
}

type Notes = {
  note(name: string): string | null;
  setNote(name: string, value: string): void;
};

const NOTE = 'left_over';

export function createLeftOverNotes(
  root: Pick<Trees, 'local' | 'syncedByLocal'> & Notes,
): LeftOverNotes & Pick<Trees, 'leftOver'> {
  // Planning asks for many folders in a row.
  let read: { readonly note: string; readonly known: ReadonlyMap<LocalId, ItemId | null> } = {
    note: '',
    known: new Map(),
  };
  const known = (): ReadonlyMap<LocalId, ItemId | null> => {
    const note = root.note(NOTE) ?? '';
    if (note !== read.note) read = { note, known: parsed(note) };
    return read.known;
  };
  return {
    leftOver: (id) => known().get(id),
    noteLeftOver: (ids) => {
      const next = new Map([...known()].filter(([id]) => root.local(id) !== undefined));
      for (const id of ids) next.set(id, root.syncedByLocal(id)?.itemId ?? next.get(id) ?? null);
      root.setNote(NOTE, [...next].map(([id, item]) => (item === null ? String(id) : `${id}:${item}`)).join(' '));
    },
  };
}

function parsed(note: string): ReadonlyMap<LocalId, ItemId | null> {
  const entries = note.split(' ').filter((text) => text !== '');
  return new Map(
    entries.map((text) => {
      const [id, item] = text.split(':');
      return [localId(Number(id)), item === undefined ? null : itemId(item)];
    }),
  );
}
