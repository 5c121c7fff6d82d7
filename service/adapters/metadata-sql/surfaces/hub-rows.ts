import type { HubRole } from '../../../../contract/resources/surfaces/hub-collaboration.ts';
import type { HubCollaborationRecord, HubCopyAccess, HubRecord } from '../../../ports/metadata/surfaces/hubs.ts';
import { toId, toKey, toOptionalId, toOptionalKey } from '../ids.ts';
import type { HubCollaborationRow, HubRow } from '../tables/hubs.ts';

/** A row as a hub. */
export function fromHubRow(row: HubRow): HubRecord {
  return {
    id: toId(row.id),
    title: row.title,
    description: row.description,
    viewCount: row.view_count,
    isAiEnabled: row.is_ai_enabled === 1,
    isCollaborationRestrictedToEnterprise: row.is_restricted_to_enterprise === 1,
    canNonOwnersInvite: row.can_non_owners_invite === 1,
    canSharedLinkBeCreated: row.can_shared_link_be_created === 1,
    canPublicSharedLinkBeCreated: row.can_public_shared_link_be_created === 1,
    // The column holds what `toHubRow` wrote.
    copyAccess: row.copy_access as HubCopyAccess,
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
    updatedBy: toId(row.updated_by),
    updatedAt: row.updated_at,
  };
}

/** A hub as a row. */
export function toHubRow(hub: HubRecord): HubRow {
  return {
    id: toKey(hub.id),
    title: hub.title,
    title_key: hub.title.toLowerCase(),
    description: hub.description,
    search_key: `${hub.title}\n${hub.description}`.toLowerCase(),
    view_count: hub.viewCount,
    is_ai_enabled: hub.isAiEnabled ? 1 : 0,
    is_restricted_to_enterprise: hub.isCollaborationRestrictedToEnterprise ? 1 : 0,
    can_non_owners_invite: hub.canNonOwnersInvite ? 1 : 0,
    can_shared_link_be_created: hub.canSharedLinkBeCreated ? 1 : 0,
    can_public_shared_link_be_created: hub.canPublicSharedLinkBeCreated ? 1 : 0,
    copy_access: hub.copyAccess,
    created_by: toKey(hub.createdBy),
    created_at: hub.createdAt,
    updated_by: toKey(hub.updatedBy),
    updated_at: hub.updatedAt,
  };
}

/** A row as a collaboration on a hub. */
export function fromHubCollaborationRow(row: HubCollaborationRow): HubCollaborationRecord {
  return {
    id: toId(row.id),
    hubId: toId(row.hub_id),
    // The columns hold what `toHubCollaborationRow` wrote.
    granteeType: row.grantee_type as HubCollaborationRecord['granteeType'],
    granteeId: toOptionalId(row.grantee_id),
    inviteKey: row.invite_key,
    role: row.role as HubRole,
    status: row.status as HubCollaborationRecord['status'],
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

/** A collaboration on a hub as a row. */
export function toHubCollaborationRow(collaboration: HubCollaborationRecord): HubCollaborationRow {
  return {
    id: toKey(collaboration.id),
    hub_id: toKey(collaboration.hubId),
    grantee_type: collaboration.granteeType,
    grantee_id: toOptionalKey(collaboration.granteeId),
    invite_key: collaboration.inviteKey,
    role: collaboration.role,
    status: collaboration.status,
    created_by: toKey(collaboration.createdBy),
    created_at: collaboration.createdAt,
    modified_at: collaboration.modifiedAt,
  };
}
