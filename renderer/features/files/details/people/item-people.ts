import type { ServiceAnswer } from '../../../../../preload/ipc/service-calls.ts';
import type { CommandRefused } from '../../../../state/bridge/bridge.ts';
import type { Item } from '../../../../state/items/item.ts';
import { useService } from '../../../../state/service/service.ts';

export type Collaboration = ServiceAnswer<'listFolderCollaborations'>['entries'][number];
/** An item that people can have access to. */
export type SharedItem = Exclude<Item, { type: 'web_link' }>;
export type Owner = NonNullable<ServiceAnswer<'getFile'>['owned_by']>;

type ItemPeople = {
  /** Null until it is known. */
  readonly owner: Owner | null;
  /** The others with access, also those who have not accepted yet. */
  readonly shared: readonly Collaboration[];
  readonly isPending: boolean;
  readonly error: CommandRefused | null;
};

/** The people with access to a file or folder. */
export function useItemPeople(item: Item): ItemPeople {
  const { data, isPending, error } = useCollaborations(item);
  const owner = useOwner(item);
  const shared = (data?.entries ?? []).filter(({ accessible_by: by }) => by?.id !== owner?.id);
  return { owner, shared, isPending, error };
}

/** The invitations to it, also those that wait for an answer. */
export function useCollaborations(item: Item) {
  const isFolder = item.type === 'folder';
  const query = { limit: 1000 };
  const ofFolder = useService('listFolderCollaborations', isFolder ? { params: { folder_id: item.id }, query } : null);
  const ofFile = useService('listFileCollaborations', isFolder ? null : { params: { file_id: item.id }, query });
  return isFolder ? ofFolder : ofFile;
}

function useOwner({ id, type }: Item): Owner | null {
  const query = { fields: 'id,type,owned_by' };
  const ofFolder = useService('getFolder', type === 'folder' ? { params: { folder_id: id }, query } : null);
  const ofFile = useService('getFile', type === 'folder' ? null : { params: { file_id: id }, query });
  return (type === 'folder' ? ofFolder : ofFile).data?.owned_by ?? null;
}

/** While an invitation is pending, the service hides the invitee's name. */
export function nameOf({ accessible_by: by, invite_email: email }: Collaboration): string {
  return [by?.name, by?.login, email].find((name) => name !== undefined && name !== null && name !== '') ?? '';
}
