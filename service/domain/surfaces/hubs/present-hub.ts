import type { FullHub } from '../../../../contract/resources/surfaces/hub.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import type { HubRecord } from '../../../ports/metadata/surfaces/hubs.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { theOne } from '../../kernel/the-one.ts';
import { presentDate } from '../../representation/dates.ts';
import { gatherPeople } from '../../representation/people.ts';

/** The response for several hubs, each in full. */
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
  return theOne(await answerHubs(reads, [hub]));
}
