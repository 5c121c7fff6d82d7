import { type RootId, streamPosition } from '../model/ids.ts';
import type { Connection } from './database/connection.ts';
import type { RootStore } from './root-store.ts';
import { createRootSettings } from './setting-table.ts';

const CURSOR = 'stream_position';

/** The stream cursor of a root, and the observers' notes. */
export function createRootNotes(
  connection: Connection,
  root: RootId,
): Pick<RootStore, 'cursor' | 'setCursor' | 'note' | 'setNote'> {
  const { get, set } = createRootSettings(connection, root);
  return {
    cursor: () => {
      const position = get(CURSOR);
      return position === null ? null : streamPosition(position);
    },
    setCursor: (position) => set(CURSOR, position),
    note: get,
    setNote: set,
  };
}
