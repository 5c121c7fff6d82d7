import { statSync } from 'node:fs';
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
  if (place.kind !== 'sqlite') return;
  try {
    statSync(place.file);
  } catch (cause) {
    throw new UsageError(whyNot(place.file, cause), { cause });
  }
}

function whyNot(file: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'EACCES' || code === 'EPERM'
    ? `This user can't open ${file}. Run the command as the user of the service.`
    : `There is no service at ${file}. Name its data directory with --data DIR, or its database with --database URL.`;
}
