import type { Clock } from '../../../ports/clock.ts';
import type { MetadataStore } from '../../../ports/metadata-store.ts';
import { storeOnDatabase } from '../store-on-database.ts';
import { openPostgresDatabase, type PostgresOptions } from './postgres-database.ts';

/** Opens the metadata in a PostgreSQL database and migrates it if necessary. Any number of processes may open the same one. */
export async function openPostgresStore(options: PostgresOptions, clock: Clock): Promise<MetadataStore> {
  return storeOnDatabase(await openPostgresDatabase(options), clock);
}
