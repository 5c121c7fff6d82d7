import { getCurrentUser } from '../../../../contract/operations/people/users.ts';
import { deleteCollaboration } from '../../../../contract/operations/sharing/collaborations.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { readPages } from '../../../api/read-pages.ts';
import type { Kind } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';
import type { FileLock, RemoteSharing } from '../../ports/remote/remote-sharing.ts';
import { ENTRY_FIELDS, type EntryFile, type EntryGrant } from './entry-form.ts';
import { getFile, listFileCollaborations, listFolderCollaborations, updateFolder } from './entry-operations.ts';
import { isNotThere, refusalOf, remoteError } from './refusal.ts';
import { PAGE_LIMIT, remoteEntry } from './remote-entry.ts';

/** Selective sync, collaborations and locks through the contract's operations. */
export function serviceSharing(client: ApiClient): RemoteSharing {
  return {
    async setSyncState(folder, state, signal) {
      try {
        const target = { params: { folder_id: folder }, query: { fields: ENTRY_FIELDS }, body: { sync_state: state } };
        return { ok: true, entry: remoteEntry((await client.call(updateFolder, target, { signal })).body) };
      } catch (error) {
        return refusalOf(error);
      }
    },
    async leave(target, signal) {
      try {
        const { body: me } = await client.call(getCurrentUser, { query: { fields: ['id'] } }, { signal });
        const own = await ownCollaboration(client, target, me.id, signal);
        if (own === null) return { ok: false, reason: 'gone' };
        await client.call(deleteCollaboration, { params: { collaboration_id: own.id } }, { signal });
        return { ok: true };
      } catch (error) {
        return refusalOf(error);
      }
    },
    async lockOf(file, signal) {
      try {
        const target = { params: { file_id: file }, query: { fields: ['lock'] } };
        const answer = await client.call(getFile, target, { signal });
        return answer.status === 200 ? fileLock(answer.body.lock) : null;
      } catch (error) {
        if (isNotThere(error)) return null;
        throw remoteError(error);
      }
    },
  };
}

function fileLock(lock: EntryFile['lock']): FileLock | null {
  if (lock === null || lock === undefined) return null;
  const untilMs = Date.parse(lock.expired_at ?? '');
  return { by: lock.created_by?.name ?? 'somebody', untilMs: Number.isNaN(untilMs) ? null : untilMs };
}

async function ownCollaboration(
  client: ApiClient,
  { id, kind }: { readonly id: ItemId; readonly kind: Kind },
  userId: string,
  signal: AbortSignal | undefined,
): Promise<EntryGrant | null> {
  const all = await readPages({
    what: `collaborations of ${kind} ${id}`,
    maxEntries: limits.listedEntries,
    read: async (at) => {
      const query = { limit: PAGE_LIMIT, ...(at !== null && { marker: at }) };
      const { body } = await (kind === 'file'
        ? client.call(listFileCollaborations, { params: { file_id: id }, query }, { signal })
        : client.call(listFolderCollaborations, { params: { folder_id: id }, query }, { signal }));
      // A collaboration through a group belongs to the group: its members can't end it alone.
      const own = body.entries.filter(({ accessible_by: to }) => to?.type === 'user' && to.id === userId);
      return { entries: own, next: own.length > 0 ? null : body.next_marker || null };
    },
  });
  return all[0] ?? null;
}
