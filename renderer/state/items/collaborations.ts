import { queryOptions, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { type CommandRefused, useBridge } from '../bridge/bridge.ts';
import { byMarker, readAll } from '../service/list-parts.ts';
import { callService, SERVICE } from '../service/service.ts';
import { type List, useList } from '../service/use-list.ts';
import type { Item } from './item.ts';

export type Collaboration = ServiceAnswer<'listFolderCollaborations'>['entries'][number];

/** Asks for what gives the user access, since a search in a list of everyone may find it on its last page. */
export const OWN = { limit: 1000, accessible_by: 'me' } as const;

/** The collaborations on one item, or those of them that give the user access. */
type Wanted = { readonly limit: number; readonly accessible_by?: 'me' };

const operationOf = ({ type }: Pick<Item, 'type'>) =>
  type === 'folder' ? 'listFolderCollaborations' : 'listFileCollaborations';

const reader = ({ type, id }: Pick<Item, 'type' | 'id'>, wanted: Wanted) =>
  byMarker<Collaboration>((bridge, marker) => {
    const query = { ...wanted, ...marker };
    return type === 'folder'
      ? callService(bridge, 'listFolderCollaborations', { params: { folder_id: id }, query })
      : callService(bridge, 'listFileCollaborations', { params: { file_id: id }, query });
  });

const PAGE_SIZE = 200;

/** The invitations to an item, also those that wait for an answer; `isWhole`: all of them, although nobody scrolls them. */
export function useCollaborations(item: Pick<Item, 'type' | 'id'>, isWhole = false): List<Collaboration> {
  const list = useList<Collaboration>({
    key: [SERVICE, operationOf(item), item.id],
    isWhole,
    read: reader(item, { limit: PAGE_SIZE }),
  });
  const { seen } = list;
  // A list that nobody scrolls is read again from its start.
  useEffect(() => seen(0), [seen]);
  return list;
}

const readOwn = (bridge: TandemBridge, item: Pick<Item, 'type' | 'id'>) => readAll(bridge, reader(item, OWN));

/** The collaborations on an item itself that give the user access: their own first, then those of their groups. */
export async function ownCollaborations(
  bridge: TandemBridge,
  item: Pick<Item, 'type' | 'id'>,
  userId: string,
): Promise<readonly Collaboration[]> {
  return accessOf(userId, await readOwn(bridge, item));
}

/** The same for a page. */
export function useOwnCollaborations(
  item: Pick<Item, 'type' | 'id'>,
  userId: string,
): UseQueryResult<readonly Collaboration[], CommandRefused> {
  return useQuery({ ...ownQuery(useBridge(), item), select: (entries) => accessOf(userId, entries) });
}

/** The answers to `OWN` for several items, in their order. */
export function useOwnAnswers(
  items: readonly Pick<Item, 'type' | 'id'>[],
): readonly UseQueryResult<readonly Collaboration[], CommandRefused>[] {
  const bridge = useBridge();
  return useQueries({ queries: items.map((item) => ownQuery(bridge, item)) });
}

const ownQuery = (bridge: TandemBridge, item: Pick<Item, 'type' | 'id'>) =>
  queryOptions<readonly Collaboration[], CommandRefused>({
    queryKey: [SERVICE, operationOf(item), item.id, OWN],
    queryFn: () => readOwn(bridge, item),
  });

type Access = {
  readonly status?: string | undefined;
  readonly accessible_by?: { readonly type: string; readonly id: string } | null | undefined;
};

/** Whether an answer to `OWN` is limited to the user and their groups. Otherwise the service does not know the parameter. */
export const isNarrowed = (userId: string, entries: readonly Access[]): boolean =>
  entries.every(({ accessible_by: by }) => by?.type === 'group' || by?.id === userId);

/** What gives a user access. If the answer is not narrowed, that may be any of its groups. */
export function accessOf<Entry extends Access>(userId: string, entries: readonly Entry[]): readonly Entry[] {
  const accepted = entries.filter(({ status }) => status === undefined || status === 'accepted');
  const isOf = (type: string) => (entry: Entry) => entry.accessible_by?.type === type;
  const own = accepted.filter(isOf('user')).filter(({ accessible_by: by }) => by?.id === userId);
  return [...own, ...accepted.filter(isOf('group'))];
}
