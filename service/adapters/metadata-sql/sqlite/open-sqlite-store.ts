import type { Clock } from '../../../ports/clock.ts';
import type { MetadataStore } from '../../../ports/metadata-store.ts';
import { storeOnDatabase } from '../store-on-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

/** Opens the metadata in an SQLite file, creating or migrating it if necessary. Several processes may open the same file. */
export async function openSqliteStore(file: string, clock: Clock): Promise<MetadataStore> {
  return storeOnDatabase(await openSqliteDatabase(file), clock);
}
