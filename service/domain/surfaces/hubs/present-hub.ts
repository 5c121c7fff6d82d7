import type { FullHub } from '../../../../contract/resources/surfaces/hub.ts';
import type { FullHubCollaboration } from '../../../../contract/resources/surfaces/hub-collaboration.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import type { HubCollaborationRecord, HubRecord } from '../../../ports/metadata/surfaces/hubs.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { presentDate } from '../../representation/dates.ts';
import { gatherPeople } from '../../representation/people.ts';
import { acceptanceRequirements } from '../../representation/sharing/acceptance-requirements.ts';

/** The response for several hubs, each in full (service-api.md 2.13). */
export async function answerHubs(reads: MetadataReads, hubs: readonly HubRecord[]): Promise<FullHub[]> {
  const people = await gatherPeople(
    reads,
    hubs.flatMap(({ createdBy, updatedBy }) => [createdBy, updatedBy]),
  );
  const person = (id: string) => presentUserMini(id, people.get(id));
  return hubs.map((hub) => ({
    id: hub.id,
    type: 'hubs',
    title: hub.title,
    description: [...hub.description].slice(0, limits.hubDescriptionShown).join(''),
    created_at: presentDate(hub.createdAt),
    updated_at: presentDate(hub.updatedAt),
    created_by: person(hub.createdBy),
    updated_by: person(hub.updatedBy),
    view_count: hub.viewCount,
    is_ai_enabled: hub.isAiEnabled,
    is_collaboration_restricted_to_enterprise: hub.isCollaborationRestrictedToEnterprise,
    can_non_owners_invite: hub.canNonOwnersInvite,
    can_shared_link_be_created: hub.canSharedLinkBeCreated,
    can_public_shared_link_be_created: hub.canPublicSharedLinkBeCreated,
    copy_hub_access: hub.copyAccess,
  }));
}

/** The response for one hub. */
export async function answerHub(reads: MetadataReads, hub: HubRecord): Promise<FullHub> {
  const [answer] = await answerHubs(reads, [hub]);
  if (!answer) throw new Error(`The hub ${hub.id} has no representation.`);
  return answer;
}

/** The response for several hub collaborations, each in full (service-api.md 2.13). */
export async function answerHubCollaborations(
  reads: MetadataReads,
  collaborations: readonly HubCollaborationRecord[],
): Promise<FullHubCollaboration[]> {
  const idsOf = (type: HubCollaborationRecord['granteeType']) =>
    collaborations.flatMap(({ granteeType, granteeId }) =>
      granteeType === type && granteeId !== null ? [granteeId] : [],
    );
  const people = await gatherPeople(reads, idsOf('user'));
  const groups = new Map((await reads.groups.getMany(idsOf('group'))).map((group) => [group.id, group]));
  return collaborations.map(({ id, hubId, granteeType, granteeId, role, status }) => {
    const { name, login } =
      granteeType === 'user'
        ? presentUserMini(granteeId ?? '', people.get(granteeId ?? ''))
        : { name: groups.get(granteeId ?? '')?.name ?? '', login: '' };
    const isPending = status === 'pending';
    return {
      id,
      type: 'hub_collaboration',
      hub: { id: hubId, type: 'hubs' },
      accessible_by: {
        id: granteeId ?? '',
        type: granteeType,
        name: isPending ? '' : name,
        login: isPending ? '' : login,
      },
      role,
      status,
      acceptance_requirements_status: acceptanceRequirements(),
    };
  });
}

/** The response for one hub collaboration. */
export async function answerHubCollaboration(
  reads: MetadataReads,
  collaboration: HubCollaborationRecord,
): Promise<FullHubCollaboration> {
  const [answer] = await answerHubCollaborations(reads, [collaboration]);
  if (!answer) throw new Error(`The hub collaboration ${collaboration.id} has no representation.`);
  return answer;
}
