import { useQuery } from '@tanstack/react-query';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { useIsAdmin } from '../../state/account/person.ts';
import { type CommandRefused, useBridge } from '../../state/bridge/bridge.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { accessOf, OWN } from '../../state/items/collaborations.ts';
import { byMarker, readAll } from '../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { type List, useList } from '../../state/service/use-list.ts';

export type Hub = ServiceAnswer<'getHub'>;
export type HubMember = ServiceAnswer<'listHubCollaborations'>['entries'][number];

const roles = ['viewer', 'editor', 'co-owner'] as const;
export type HubRole = (typeof roles)[number];
export const hubRoles: readonly HubRole[] = roles;

export function hubRole(role: string | undefined): HubRole | null {
  return roles.find((known) => known === role) ?? null;
}

/** The strongest role that these give the user. Null: none. In doubt the service decides. */
export function roleIn(members: readonly HubMember[], userId: string): HubRole | null {
  const ranks = accessOf(userId, members).map(({ role }) => roles.findIndex((known) => known === role));
  return roles[Math.max(-1, ...ranks)] ?? null;
}

const readerOf = (hubId: string, wanted: { readonly limit: number; readonly accessible_by?: 'me' }) =>
  byMarker<HubMember>((bridge, marker) =>
    callService(bridge, 'listHubCollaborations', { query: { hub_id: hubId, ...wanted, ...marker } }),
  );

/** The user's role in a hub, their own or that of their groups; null while it is not known. Administrators govern every hub. */
export function useHubRole(hubId: string): HubRole | null {
  const bridge = useBridge();
  const userId = useStatus(({ account }) => account.user?.id) ?? '';
  const own = useQuery<readonly HubMember[], CommandRefused>({
    queryKey: [SERVICE, 'listHubCollaborations', hubId, OWN],
    queryFn: () => readAll(bridge, readerOf(hubId, OWN)),
  });
  return useIsAdmin() ? 'co-owner' : roleIn(own.data ?? [], userId);
}

const PAGE_SIZE = 100;

/** The members of a hub, and those who were invited. */
export function useHubMembers(hubId: string): List<HubMember> {
  return useList<HubMember>({
    key: [SERVICE, 'listHubCollaborations', hubId],
    read: readerOf(hubId, { limit: PAGE_SIZE }),
  });
}
