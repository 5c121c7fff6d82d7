import type { FullGroup, GroupMini } from '../../../contract/resources/people/group.ts';
import type { GroupRecord } from '../../ports/metadata/people/groups.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { presentDate } from './dates.ts';

/** Groups by id, fetched before a representation so that each is looked up once. */
export type Groups = ReadonlyMap<string, GroupRecord>;

/** Looks up groups, each once. */
export async function gatherGroups(reads: MetadataReads, ids: Iterable<string>): Promise<Groups> {
  const wanted = [...new Set(ids)];
  const found = wanted.length === 0 ? [] : await reads.groups.getMany(wanted);
  return new Map(found.map((group) => [group.id, group]));
}

/** A group in mini form. A deleted one keeps its id. */
export function presentGroupMini(id: string, group: GroupRecord | undefined): GroupMini {
  return { id, type: 'group', name: group?.name ?? '', group_type: 'managed_group' };
}

/** A group in full, with the reader's permissions. */
export function presentGroup(group: GroupRecord, mayInvite: boolean): FullGroup {
  return {
    ...presentGroupMini(group.id, group),
    created_at: presentDate(group.createdAt),
    modified_at: presentDate(group.modifiedAt),
    provenance: group.provenance,
    external_sync_identifier: group.externalSyncIdentifier,
    description: group.description,
    invitability_level: group.invitabilityLevel,
    member_viewability_level: group.memberViewabilityLevel,
    permissions: { can_invite_as_collaborator: mayInvite },
  };
}
