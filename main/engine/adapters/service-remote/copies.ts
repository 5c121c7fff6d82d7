import type { ApiClient } from '../../../api/api-client.ts';
import { ApiError } from '../../../api/api-error.ts';
import type { RemoteEntry } from '../../model/entry.ts';
import { RemoteError } from '../../ports/remote/remote.ts';
import type { RemoteCopies } from '../../ports/remote/remote-copies.ts';
import { ENTRY_FIELDS } from './entry-form.ts';
import { copyFile, updateFile } from './entry-operations.ts';
import { refusalOf } from './refusal.ts';
import { remoteEntry } from './remote-entry.ts';
import { attributeDates } from './uploads/uploaded-entry.ts';

const query = { fields: ENTRY_FIELDS };

/** Copies made by the service (`POST /files/{id}/copy`). */
export function serviceCopies(client: ApiClient): RemoteCopies {
  return {
    async copyFile({ id, versionId }, { parentId, name, contentModifiedAtMs }, signal) {
      const version = versionId === null ? {} : { version: versionId };
      const body = { parent: { id: parentId }, name, ...version };
      try {
        const answer = await client.call(copyFile, { params: { file_id: id }, query, body }, { signal });
        // A 304 only answers a request with If-None-Match, and this has none.
        if (answer.status === 304) throw new RemoteError('unexpected', 'The service did not make a copy.');
        const entry = await dated(client, remoteEntry(answer.body), contentModifiedAtMs, signal);
        return { ok: true, entry };
      } catch (error) {
        return refusalOf(error);
      }
    },
  };
}

/** Sets the local modification time on the copy. Sync does not depend on it, so a failure here does not fail the copy. */
async function dated(
  client: ApiClient,
  copy: RemoteEntry,
  modifiedAtMs: number | null,
  signal: AbortSignal | undefined,
): Promise<RemoteEntry> {
  const body = attributeDates(client, modifiedAtMs);
  const { content_modified_at: its } = attributeDates(client, copy.contentModifiedAtMs);
  if (body.content_modified_at === undefined || body.content_modified_at === its) return copy;
  const headers = copy.etag === null ? {} : { 'if-match': copy.etag };
  try {
    const request = { params: { file_id: copy.id }, query, headers, body };
    return remoteEntry((await client.call(updateFile, request, { signal })).body);
  } catch (error) {
    if (error instanceof ApiError) return copy;
    throw error;
  }
}
