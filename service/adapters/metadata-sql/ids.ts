import { isId } from '../../../contract/rules/ids.ts';

/** The database integer of an id. An invalid id maps to a number that no row has. */
export function toKey(id: string): number {
  const key = isId(id) ? Number(id) : -1;
  return Number.isSafeInteger(key) ? key : -1;
}

/** The same for an optional id. */
export function toOptionalKey(id: string | null): number | null {
  return id === null ? null : toKey(id);
}

/** The id of a database integer. */
export function toId(key: number): string {
  return String(key);
}

/** The same for an optional key. */
export function toOptionalId(key: number | null): string | null {
  return key === null ? null : String(key);
}

/** Maximum ids per query: databases limit the number of parameters. */
const chunkSize = 500;

/** Queries many keys in as few queries as the limit allows. */
export async function inChunks<Key, Row>(
  keys: readonly Key[],
  query: (chunk: readonly Key[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += chunkSize) {
    rows.push(...(await query(keys.slice(start, start + chunkSize))));
  }
  return rows;
}
