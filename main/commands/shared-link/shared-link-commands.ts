import { copyFile } from '../../../contract/operations/items/files.ts';
import { copyFolder, listFolderItems } from '../../../contract/operations/items/folders.ts';
import { getSharedItem } from '../../../contract/operations/sharing/shared-links.ts';
import type { Item } from '../../../contract/resources/items/item-collection.ts';
import type { SharedThing } from '../../../preload/ipc/shapes/shared-link.ts';
import { ApiError } from '../../api/api-error.ts';
import { leftOutOf } from '../../api/requests/readable-form.ts';
import type { CommandWorld, HandlersOf } from '../command-world.ts';
import { type Refused, refusedAs, refusing } from '../results.ts';

type SharedLinkCommands = 'link.visit' | 'link.items' | 'link.take';

const PAGE_SIZE = 500;
const fields = ['type', 'id', 'name', 'size', 'modified_at', 'url', 'owned_by', 'permissions', 'lock'];

/** Opens a shared link that someone sent: shows its item, lists a folder behind it, and copies an item to the person's own files. */
export function sharedLinkCommands({ api, visits }: CommandWorld): HandlersOf<SharedLinkCommands> {
  const within = async <Value>(visit: string, work: (svcapi: string) => Promise<Value>): Promise<Value | Refused> => {
    const svcapi = visits.header(visit);
    return svcapi === null ? forgotten : refusing(() => work(svcapi));
  };
  return {
    'link.visit': async ({ url, password }) => {
      const visit = visits.open(url, password);
      const opened = await within(visit, async (svcapi) => {
        const answer = await api.call(getSharedItem, { query: { fields }, headers: { svcapi } }).catch(linkFault);
        if ('ok' in answer) return answer;
        return answer.status === 200 ? { ok: true as const, value: thingOf(answer.body) } : opensNothing;
      });
      return opened.ok ? { ok: true, value: { visit, thing: opened.value } } : opened;
    },
    'link.items': ({ visit, folderId, marker }) =>
      within(visit, async (svcapi) => {
        const query = { fields, limit: PAGE_SIZE, usemarker: true, ...(marker === undefined ? {} : { marker }) };
        const { body } = await api.call(listFolderItems, {
          params: { folder_id: folderId },
          query,
          headers: { svcapi },
        });
        const next = 'next_marker' in body ? (body.next_marker ?? null) : null;
        const things = body.entries.map(thingOf);
        return { ok: true as const, value: { things, marker: next, leftOut: leftOutOf(body) } };
      }),
    'link.take': ({ visit, type, id, parentId }) =>
      within(visit, async (svcapi) => {
        const request = { headers: { svcapi }, body: { parent: { id: parentId } } };
        const answer =
          type === 'file'
            ? await api.call(copyFile, { params: { file_id: id }, ...request })
            : await api.call(copyFolder, { params: { folder_id: id }, ...request });
        if (answer.status === 304) return opensNothing;
        return { ok: true as const, value: { id: answer.body.id, name: answer.body.name ?? '' } };
      }),
  };
}

function thingOf(item: Item): SharedThing {
  const at = item.modified_at;
  return {
    type: item.type,
    id: item.id,
    name: item.name ?? '',
    sizeBytes: item.type === 'web_link' ? null : (item.size ?? null),
    changedAtMs: at === undefined || at === null ? null : Date.parse(at),
    url: item.type === 'web_link' ? (item.url ?? null) : null,
    owner: item.owned_by?.name ?? null,
    canDownload: item.type === 'web_link' || item.permissions?.can_download !== false,
    lockedBy: item.type === 'file' && item.lock?.is_download_prevented === true ? item.lock.created_by.name : null,
  };
}

/** Two refusals of a link have a remedy; all other errors are handled as usual. */
function linkFault(cause: unknown): Refused {
  if (!(cause instanceof ApiError)) throw cause;
  if (cause.code === 'incorrect_shared_item_password') return wrongPassword;
  if (cause.status === 404 || cause.status === 403) return opensNothing;
  throw cause;
}

const wrongPassword = refusedAs('incorrect_shared_item_password', { code: 'link_password_wrong', args: {} });
const opensNothing = refusedAs('not_found', { code: 'link_opens_nothing', args: {} });
const forgotten = refusedAs('visit_forgotten', { code: 'link_visit_over', args: {} });
