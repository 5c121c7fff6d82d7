import type { UploadedFiles } from '../../../../contract/resources/upload-session.ts';
import type { RemoteEntry } from '../../model/entry.ts';
import { RemoteError } from '../../ports/remote.ts';
import { remoteEntry } from './remote-entry.ts';

/** The file that an upload made or changed. */
export function uploadedEntry(answer: UploadedFiles): RemoteEntry {
  const [uploaded] = answer.entries;
  if (uploaded) return remoteEntry(uploaded);
  throw new RemoteError('unexpected', 'The service took the upload but did not say what became of it.');
}

/**
 * The dates of a content for the wire. Left out where the format cannot say them: years before 0 or after 9999 (edge case 53; the
 * file's own time stays as it is on disk).
 */
export function attributeDates(modifiedAtMs: number | null): { readonly content_modified_at?: string } {
  if (modifiedAtMs === null || Number.isNaN(new Date(modifiedAtMs).getTime())) return {};
  const text = new Date(modifiedAtMs).toISOString();
  return /^\d{4}-/.test(text) ? { content_modified_at: text } : {};
}
