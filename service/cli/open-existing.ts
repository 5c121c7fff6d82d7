import { existsSync } from 'node:fs';
import { type OpenService, openService } from '../app.ts';
import type { DatabasePlace, StorageConfig } from '../options/storage-config.ts';
import { UsageError } from '../options/usage-error.ts';

/**
 * Opens a service for a command that makes no sense on a new one: its backup would hold nothing, and the keys of the real one would stay valid.
 * @throws UsageError if there is no database.
 */
export async function openExisting(config: StorageConfig): Promise<OpenService> {
  requireDatabase(config.database);
  return openService(config);
}

/** A database server creates no database by itself. @throws UsageError */
export function requireDatabase(place: DatabasePlace): void {
  if (place.kind !== 'sqlite' || existsSync(place.file)) return;
  throw new UsageError(
    `There is no service at ${place.file}. Name its data directory with --data DIR, or its database with --database URL.`,
  );
}
