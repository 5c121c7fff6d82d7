import { listFolderItems } from '../../../contract/operations/items/folders.ts';
import type { Item } from '../../../contract/resources/items/item-collection.ts';
import { limits } from '../../../contract/rules/limits.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { ApiError } from '../../api/api-error.ts';
import { readPages } from '../../api/read-pages.ts';
import { leftOutOf } from '../../api/requests/readable-form.ts';
import { nameKey } from '../../engine/model/names/name-key.ts';
import { CliError } from '../cli-error.ts';

const PAGE = 1_000;
const fields = ['id', 'type', 'name', 'etag', 'size', 'sha1'];

/** The id of a folder given by its id, or by its path from the account's root, e.g. `/Documents/2026`. */
export async function findFolder(client: ApiClient, idOrPath: string, signal: AbortSignal): Promise<string> {
  if (/^\d+$/.test(idOrPath)) return idOrPath;
  let folderId = '0';
  for (const name of idOrPath.split('/').filter((part) => part !== '')) {
    const { items } = await listAll(client, folderId, signal);
    const found = items.find((item) => nameKey(item.name ?? '') === nameKey(name));
    if (found?.type !== 'folder') {
      throw new CliError(
        'not_found',
        `The service has no folder "${name}" in ${idOrPath}.`,
        'Run `tandem ls` to see what exists.',
      );
    }
    folderId = found.id;
  }
  return folderId;
}

/** `leftOut`: how many others are left out, because only this service has their types. */
export type ListedFolder = { readonly items: readonly Item[]; readonly leftOut: number };

/** All items of a folder, folders first. */
export async function listAll(client: ApiClient, folderId: string, signal: AbortSignal): Promise<ListedFolder> {
  let leftOut = 0;
  try {
    const items = await readPages<Item>({
      what: `folder ${folderId}`,
      maxEntries: limits.listedEntries,
      read: async (at) => {
        const query = { fields, limit: PAGE, usemarker: true, ...(at !== null && { marker: at }) };
        const { body } = await client.call(listFolderItems, { params: { folder_id: folderId }, query }, { signal });
        leftOut += leftOutOf(body);
        return { entries: body.entries, next: 'next_marker' in body ? body.next_marker || null : null };
      },
    });
    return { items, leftOut };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      throw new CliError('not_found', `The service has no folder ${folderId}.`, 'Run `tandem ls` to see what exists.', {
        cause: error,
      });
    }
    throw error;
  }
}
