import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { hrefOf } from '../hooks/route.ts';

/** An entry of a folder as the list shows it. */
export type Item = ServiceAnswer<'listFolderItems'>['entries'][number];

/** The fields that a list and its panel need. */
const ITEM_FIELDS = [
  'type',
  'id',
  'etag',
  'name',
  'size',
  'modified_at',
  'content_modified_at',
  'modified_by',
  'sync_state',
  'permissions',
  'shared_link',
  'lock',
  'url',
  'parent',
  'sha1',
  'has_collaborations',
] as const;

export const fields: string = ITEM_FIELDS.join(',');

/** The same with the folders above an item, for a list of items from anywhere. */
export const fieldsWithPath = `${fields},path_collection`;

/** Ids are counted per type, so only both together name an item. */
export const keyOf = (item: Item): string => `${item.type}:${item.id}`;

export const nameOf = (item: Item): string => item.name ?? '';

/** Its shared link, or the URL of a bookmark. */
export const linkOf = (item: Item): string | undefined =>
  item.type === 'web_link' ? item.url : (item.shared_link?.url ?? undefined);

/** When it was last changed; null if the service does not report it. */
export function changedAtMs(item: Item): number | null {
  const at = (item.type === 'file' ? item.content_modified_at : null) ?? item.modified_at;
  return at === null || at === undefined ? null : Date.parse(at);
}

/** The user's permissions; if the service does not report one, allow the attempt, which then explains its refusal. */
export function may(
  item: Item,
  right: 'can_rename' | 'can_delete' | 'can_share' | 'can_invite_collaborator' | 'can_download' | 'can_upload',
): boolean {
  return (item.type === 'web_link' ? undefined : item.permissions?.[right]) ?? true;
}

/** Whether the share dialog is offered. A bookmark only has its link. */
export const canShare = (item: Item): boolean => item.type !== 'web_link' && may(item, 'can_share');

/** Whether others were invited to it. */
export const isShared = (item: Item): boolean => item.type !== 'web_link' && item.has_collaborations === true;

/** The parent folder as reported by the service; null if unknown. */
export const folderOf = ({ parent }: Item): { readonly id: string; readonly name: string } | null => parent ?? null;

/** The fields that name the folders above an item. */
export type PlacedItem = Pick<Item, 'parent'> & {
  readonly path_collection?:
    | { readonly entries: readonly { readonly id: string; readonly name?: string | undefined }[] }
    | null
    | undefined;
};

/** The names of the folders above an item, without the top one, which contains everything; of an unknown path, the last one. */
export function foldersAbove({ parent, path_collection: path }: PlacedItem): readonly string[] {
  const folders = path?.entries ?? (parent === null || parent === undefined ? [] : [parent]);
  return folders.filter(({ id }) => id !== '0').map(({ name = '' }) => name);
}

/** A folder shows its entries; a file is selected in its folder. */
export function hrefInFolder(item: Item): string {
  if (item.type === 'folder') return hrefOf('files', { folder: item.id });
  const folder = folderOf(item)?.id;
  if (item.type === 'web_link') return hrefOf('files', { folder: folder ?? '0' });
  return hrefOf('files', { ...(folder === undefined ? {} : { folder }), file: item.id });
}
