import { useEffect } from 'react';
import type { ServiceAnswer } from '../../../../../preload/ipc/service-calls.ts';
import type { CommandRefused } from '../../../../state/bridge/bridge.ts';
import type { Item } from '../../../../state/items/item.ts';
import { byMarker } from '../../../../state/service/list-parts.ts';
import { callService, SERVICE, useService } from '../../../../state/service/service.ts';
import { type List, useList } from '../../../../state/service/use-list.ts';

export type Collaboration = ServiceAnswer<'listFolderCollaborations'>['entries'][number];
/** An item that people can have access to. */
export type SharedItem = Exclude<Item, { type: 'web_link' }>;
export type Owner = NonNullable<ServiceAnswer<'getFile'>['owned_by']>;

type ItemPeople = {
  /** Null until it is known. */
  readonly owner: Owner | null;
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
  const { owner, isAsked, refused } = useOwner(item);
  const shared = entries.filter(({ accessible_by: by }) => by?.id !== owner?.id);
  return { owner, shared, isPending: isPending || isAsked, error: error ?? refused, seen };
}

const PAGE_SIZE = 200;

/** The invitations to it, also those that wait for an answer; `isWhole`: all of them, although nobody scrolls them. */
export function useCollaborations({ type, id }: Item, isWhole = false): List<Collaboration> {
  const operation = type === 'folder' ? 'listFolderCollaborations' : 'listFileCollaborations';
  const list = useList<Collaboration>({
    key: [SERVICE, operation, id],
    isWhole,
    read: byMarker((bridge, marker) => {
      const query = { limit: PAGE_SIZE, ...marker };
      return type === 'folder'
        ? callService(bridge, 'listFolderCollaborations', { params: { folder_id: id }, query })
        : callService(bridge, 'listFileCollaborations', { params: { file_id: id }, query });
    }),
  });
  const { seen } = list;
  // What nobody scrolls is read again from its start.
  useEffect(() => seen(0), [seen]);
  return list;
}

type AskedOwner = {
  readonly owner: Owner | null;
  readonly isAsked: boolean;
  readonly refused: CommandRefused | null;
};

function useOwner({ id, type }: Item): AskedOwner {
  const query = { fields: 'id,type,owned_by' };
  const ofFolder = useService('getFolder', type === 'folder' ? { params: { folder_id: id }, query } : null);
  const ofFile = useService('getFile', type === 'folder' ? null : { params: { file_id: id }, query });
  const { data, isPending: isAsked, error: refused } = type === 'folder' ? ofFolder : ofFile;
  return { owner: data?.owned_by ?? null, isAsked, refused };
}

/** While an invitation is pending, the service hides the invitee's name. */
export function nameOf({ accessible_by: by, invite_email: email }: Collaboration): string {
  return [by?.name, by?.login, email].find((name) => name !== undefined && name !== null && name !== '') ?? '';
}
