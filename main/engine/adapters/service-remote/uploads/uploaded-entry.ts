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
 * The content dates for the wire, in whole seconds: the public service refuses a fraction, and times before 1970. These are omitted, and so
 * are years after 9999, which the format can't express (edge case 53; on disk the file keeps its own time).
 */
export function attributeDates(modifiedAtMs: number | null): { readonly content_modified_at?: string } {
  if (modifiedAtMs === null || !(modifiedAtMs >= 0 && modifiedAtMs <= LAST_MS)) return {};
  return { content_modified_at: new Date(modifiedAtMs).toISOString().replace(/\.\d+Z$/, 'Z') };
}

const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
