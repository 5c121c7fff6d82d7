import type { UploadedFiles } from '../../../../../contract/resources/items/upload-session.ts';
import type { RemoteEntry } from '../../../model/entry.ts';
import { RemoteError } from '../../../ports/remote/remote.ts';
import { remoteEntry } from '../remote-entry.ts';

/** The file that an upload created or changed. */
export function uploadedEntry(answer: UploadedFiles): RemoteEntry {
  const [uploaded] = answer.entries;
  if (uploaded) return remoteEntry(uploaded);
  throw new RemoteError('unexpected', 'The service took the upload but did not say what became of it.');
}

/**
 * The content dates for the wire, in whole seconds: the public service refuses a fraction. Omitted if the format can't express them:
 * years before 0 or after 9999 (edge case 53; on disk the file keeps its own time).
 */
export function attributeDates(modifiedAtMs: number | null): { readonly content_modified_at?: string } {
  if (modifiedAtMs === null || Number.isNaN(new Date(modifiedAtMs).getTime())) return {};
  const text = new Date(modifiedAtMs).toISOString().replace(/\.\d+Z$/, 'Z');
  return /^\d{4}-/.test(text) ? { content_modified_at: text } : {};
}
