import type { HubRecord } from '../../../ports/metadata/surfaces/hubs.ts';
import type { Change } from '../../change/change.ts';

/** The title and description of a new hub. */
export interface NewHub {
  readonly title: string;
  readonly description: string;
}

/** A hub with its first page and the default item list. */
export interface FreshHub {
  readonly hub: HubRecord;
  readonly blockId: string;
}

/** Creates a hub with one page whose first block is an item list; its creator becomes its co-owner. */
export async function newHub({ tx, now, caller }: Change, { title, description }: NewHub): Promise<FreshHub> {
  const hub: HubRecord = {
    id: await tx.allocateId(),
    title,
    description,
    viewCount: 0,
    isAiEnabled: false,
    isCollaborationRestrictedToEnterprise: false,
    canNonOwnersInvite: true,
    canSharedLinkBeCreated: true,
    canPublicSharedLinkBeCreated: false,
    copyAccess: 'all',
    createdBy: caller.user.id,
    createdAt: now,
    updatedBy: caller.user.id,
    updatedAt: now,
  };
  const [pageId, blockId] = [await tx.allocateId(), await tx.allocateId()];
  await tx.hubs.insert(hub);
  await tx.hubs.insertPage({ id: pageId, hubId: hub.id, title });
  await tx.hubs.insertBlock({ id: blockId, pageId, hubId: hub.id, type: 'item_list' });
  await tx.hubs.insertCollaboration({
    id: await tx.allocateId(),
    hubId: hub.id,
    granteeType: 'user',
    granteeId: caller.user.id,
    inviteKey: null,
    role: 'co-owner',
    status: 'accepted',
    createdBy: caller.user.id,
    createdAt: now,
    modifiedAt: now,
  });
  return { hub, blockId };
}
