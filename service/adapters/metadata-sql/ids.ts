/** The integer of an id in the database; an id that cannot be one gives a number that no row has. */
export function toKey(id: string): number {
  const key = /^\d{1,16}$/.test(id) ? Number(id) : -1;
  return Number.isSafeInteger(key) ? key : -1;
}

/** The same for an id that may be missing. */
export function toOptionalKey(id: string | null): number | null {
  return id === null ? null : toKey(id);
}

/** The id of a database integer. */
export function toId(key: number): string {
  return String(key);
}

/** The same for a key that may be missing. */
export function toOptionalId(key: number | null): string | null {
  return key === null ? null : String(key);
}

/** Ids that one query names at most: databases limit the number of parameters. */
const chunkSize = 500;

/** Asks about many keys in as many queries as it takes. */
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
