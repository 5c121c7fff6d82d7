import type { ApiClient } from '../../../../api/api-client.ts';
import type { RemoteEntry } from '../../../model/entry.ts';
import { RemoteError } from '../../../ports/remote/remote.ts';
import type { EntryFile } from '../entry-form.ts';
import { remoteEntry } from '../remote-entry.ts';

/** The file that an upload created or changed. */
export function uploadedEntry(answer: { readonly entries: readonly EntryFile[] }): RemoteEntry {
  const [uploaded] = answer.entries;
  if (uploaded) return remoteEntry(uploaded);
  throw new RemoteError('unexpected', 'The service took the upload but did not say what became of it.');
}

/**
 * The content dates for the wire. Omitted if the format can't express them: years before 0 or after 9999 (edge case 53; on disk the
 * file keeps its own time). The public service refuses fractions of a second and times before 1970, so only Tandem's own gets these.
 */
export function attributeDates(
  client: Pick<ApiClient, 'announcesKeys'>,
  modifiedAtMs: number | null,
): { readonly content_modified_at?: string } {
  if (modifiedAtMs === null || Number.isNaN(new Date(modifiedAtMs).getTime())) return {};
  const text = new Date(modifiedAtMs).toISOString();
  if (!/^\d{4}-/.test(text)) return {};
  if (client.announcesKeys()) return { content_modified_at: text };
  return modifiedAtMs < 0 ? {} : { content_modified_at: text.replace(/\.\d+Z$/, 'Z') };
}
