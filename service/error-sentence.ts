import { Refusal } from './domain/refusal.ts';
import { BlobStoreUnavailable } from './ports/blob-store.ts';
import { MetadataUnavailable } from './ports/metadata-store.ts';

/** What to tell a person about an error: what could not be done, and what to do. Never a stack trace. */
export function sentenceFor(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof MetadataUnavailable || error instanceof BlobStoreUnavailable) {
    return `${error.message} Nothing was changed; try again.`;
  }
  if (!(error instanceof Error)) return `It failed: ${String(error)}`;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && codesForPeople.has(code)) return error.message;
  const place = 'path' in error ? ` ${String(error.path)}` : '';
  if (code === 'EACCES' || code === 'EPERM')
    return `This user may not write to${place}. Choose another directory with --data.`;
  if (code === 'ENOSPC') return 'The disk is full. Make room, then start again; nothing that was stored is lost.';
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${place.trim()} is not a directory. Choose another with --data.`;
  if (code === 'EROFS') return `The disk of${place} can only be read. Choose another directory with --data.`;
  return `It failed: ${error.message}`;
}

/** Errors of the adapters and of the command line whose message is a sentence that says what to do. */
const codesForPeople: ReadonlySet<string> = new Set([
  'backup_damaged',
  'bucket_refused',
  'contents_keep_changing',
  'data_in_use',
  'target_in_use',
  'usage',
  'wrong_collation',
]);
