import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { useService } from '../../state/service/service.ts';

export type Hub = ServiceAnswer<'getHub'>;
export type HubMember = ServiceAnswer<'listHubCollaborations'>['entries'][number];

const roles = ['viewer', 'editor', 'co-owner'] as const;
export type HubRole = (typeof roles)[number];
export const hubRoles: readonly HubRole[] = roles;

export function hubRole(role: string | undefined): HubRole | null {
  return roles.find((known) => known === role) ?? null;
}

/**
 * The user's role in a hub: their own, or the strongest of any group, since the response does not say which groups the user belongs
 * to. Null: none. In doubt the service decides.
 */
export function roleIn(members: readonly HubMember[], userId: string | undefined): HubRole | null {
  const accepted = members.filter(({ status }) => status === 'accepted');
  const own = accepted.find(({ accessible_by: by }) => by?.type === 'user' && by.id === userId);
  const candidates = own === undefined ? accepted.filter(({ accessible_by: by }) => by?.type === 'group') : [own];
  const ranks = candidates.map(({ role }) => roles.findIndex((known) => known === role));
  return roles[Math.max(-1, ...ranks)] ?? null;
}

const MEMBERS = 1000;

/** The members of a hub, and the user's role. */
export function useHubMembers(hubId: string) {
  const list = useService('listHubCollaborations', { query: { hub_id: hubId, limit: MEMBERS } });
  const userId = useStatus(({ account }) => account.user?.id) ?? undefined;
  return { list, members: list.data?.entries ?? [], role: roleIn(list.data?.entries ?? [], userId), userId };
}
