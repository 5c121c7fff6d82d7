import { type RootId, type StreamPosition, streamPosition } from '../model/ids.ts';
import type { Connection } from './database/connection.ts';
import type { RootStore } from './root-store.ts';

/** The stream cursor of a root, and the observers' notes. */
export function createRootNotes(
  { db }: Connection,
  root: RootId,
): Pick<RootStore, 'cursor' | 'setCursor' | 'note' | 'setNote'> {
  const position = db.prepare<[], { position: string }>(`SELECT position FROM stream_cursor WHERE root_id = ${root}`);
  const setPosition = db.prepare<[string]>(
    `INSERT OR REPLACE INTO stream_cursor (root_id, position) VALUES (${root}, ?)`,
  );
  const dropPosition = db.prepare<[]>(`DELETE FROM stream_cursor WHERE root_id = ${root}`);
  const note = db.prepare<[string], { value: string }>(
    `SELECT value FROM root_note WHERE root_id = ${root} AND name = ?`,
  );
  const setNote = db.prepare<[string, string]>(
    `INSERT OR REPLACE INTO root_note (root_id, name, value) VALUES (${root}, ?, ?)`,
  );
  const dropNote = db.prepare<[string]>(`DELETE FROM root_note WHERE root_id = ${root} AND name = ?`);
  return {
    cursor: (): StreamPosition | null => {
      const row = position.get();
      return row === undefined ? null : streamPosition(row.position);
    },
    setCursor: (value) => {
      if (value === null) dropPosition.run();
      else setPosition.run(value);
    },
    note: (name) => note.get(name)?.value ?? null,
    setNote: (name, value) => {
      if (value === null) dropNote.run(name);
      else setNote.run(name, value);
    },
  };
}
