import type { ServiceAnswer } from '../../../../../preload/ipc/service-calls.ts';
import type { CommandRefused } from '../../../../state/bridge/bridge.ts';
import { type Collaboration, useCollaborations } from '../../../../state/items/collaborations.ts';
import type { Item } from '../../../../state/items/item.ts';
import { useService } from '../../../../state/service/service.ts';

/** An item that people can have access to. */
export type SharedItem = Exclude<Item, { type: 'web_link' }>;
export type Owner = NonNullable<ServiceAnswer<'getFile'>['owned_by']>;

export type FolderAbove = { readonly type: 'folder'; readonly id: string };

type ItemPeople = {
  /** Null until it is known. */
  readonly owner: Owner | null;
  /** The folders above the item that may be shared. */
  readonly above: readonly FolderAbove[];
  /** The others with access, also those who have not accepted yet, as far as they are loaded. */
  readonly shared: readonly Collaboration[];
  readonly isPending: boolean;
  readonly error: CommandRefused | null;
  /** Call it with the last visible person: it loads what follows. */
  readonly seen: (lastRow: number) => void;
};

/** The people with access to a file or folder. */
export function useItemPeople(item: Item): ItemPeople {
  const { entries, isPending, error, seen } = useCollaborations(item);
  const { owner, above, isAsked, refused } = useOwner(item);
  const shared = entries.filter(({ accessible_by: by }) => by?.id !== owner?.id);
  return { owner, above, shared, isPending: isPending || isAsked, error: error ?? refused, seen };
}

type AskedOwner = {
  readonly owner: Owner | null;
  readonly above: readonly FolderAbove[];
  readonly isAsked: boolean;
  readonly refused: CommandRefused | null;
};

function useOwner({ id, type }: Item): AskedOwner {
  const query = { fields: 'id,type,owned_by,path_collection' };
  const ofFolder = useService('getFolder', type === 'folder' ? { params: { folder_id: id }, query } : null);
  const ofFile = useService('getFile', type === 'folder' ? null : { params: { file_id: id }, query });
  const { data, isPending: isAsked, error: refused } = type === 'folder' ? ofFolder : ofFile;
  const above = (data?.path_collection?.entries ?? []).filter((folder) => folder.id !== '0');
  return {
    owner: data?.owned_by ?? null,
    above: above.map((folder) => ({ type: 'folder', id: folder.id })),
    isAsked,
    refused,
  };
}

/** While an invitation is pending, the service hides the invitee's name. */
export function nameOf({ accessible_by: by, invite_email: email }: Collaboration): string {
  return [by?.name, by?.login, email].find((name) => name !== undefined && name !== null && name !== '') ?? '';
}
