import { DataInUse } from './adapters/data-lock.ts';
import { Refusal } from './domain/refusal.ts';
import { MetadataUnavailable } from './ports/metadata-store.ts';
import { UsageError } from './usage-error.ts';

/** What to tell a person about an error: what could not be done, and what to do. Never a stack trace. */
export function sentenceFor(error: unknown): string {
  if (error instanceof UsageError || error instanceof Refusal || error instanceof DataInUse) return error.message;
  if (error instanceof MetadataUnavailable) return `${error.message} Nothing was changed; try again.`;
  if (!(error instanceof Error)) return `It failed: ${String(error)}`;
  const code = 'code' in error ? error.code : undefined;
  const place = 'path' in error ? ` ${String(error.path)}` : '';
  if (code === 'EACCES' || code === 'EPERM')
    return `This user may not write to${place}. Choose another directory with --data.`;
  if (code === 'ENOSPC') return 'The disk is full. Make room, then start again; nothing that was stored is lost.';
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${place.trim()} is not a directory. Choose another with --data.`;
  if (code === 'EROFS') return `The disk of${place} can only be read. Choose another directory with --data.`;
  return `It failed: ${error.message}`;
}
