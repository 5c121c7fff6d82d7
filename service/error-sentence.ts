import { Refusal } from './domain/refusal.ts';
import { BlobSpaceExhausted, BlobStoreUnavailable } from './ports/blob-store.ts';
import { diskFaultOf } from './ports/disk-fault.ts';
import { MetadataUnavailable } from './ports/metadata-store.ts';

/** The message of an error for a person: what failed, and what to do. Never a stack trace. */
export function sentenceFor(error: unknown): string {
  return explanationOf(error) ?? `Failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** Null: no one expected this error. */
export function explanationOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message;
  if (error instanceof BlobSpaceExhausted) return explanationOf(error.cause);
  if (error instanceof MetadataUnavailable || error instanceof BlobStoreUnavailable) {
    const fix = diskFaultOf(error.cause) === 'full' ? 'Free some space, then try again.' : 'Try again.';
    return `${error.message} Nothing was changed. ${fix}`;
  }
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && codesForPeople.has(code)) return error.message;
  const place = 'path' in error ? ` ${String(error.path)}` : '';
  if (code === 'EACCES' || code === 'EPERM')
    return `This user has no write access to${place}. Choose another directory with --data.`;
  // A copy fails with both its ends, and writes the second.
  const full = 'dest' in error ? ` of ${String(error.dest)}` : place && ` of${place}`;
  if (diskFaultOf(error) === 'full')
    return `The disk${full} is full. Free some space, then start again. No stored data was lost.`;
  if (diskFaultOf(error) === 'failing') return `The disk${full} fails. Check it, then start again.`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${place.trim()} is not a directory. Choose another with --data.`;
  if (code === 'EROFS') return `The disk of${place} is read-only. Choose another directory with --data.`;
  return null;
}

/** Error codes of adapters and the command line whose message already tells a person what to do. */
const codesForPeople: ReadonlySet<string> = new Set([
  'backup_damaged',
  'backup_in_use',
  'backup_of_another',
  'bucket_refused',
  'contents_keep_changing',
  'contents_of_another',
  'copy_unfinished',
  'data_in_use',
  'database_too_new',
  'row_refused',
  'target_in_use',
  'usage',
  'wrong_collation',
]);
