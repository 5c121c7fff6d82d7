import type { FullGroup } from '../../../../contract/resources/people/group.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { GroupRecord } from '../../../ports/metadata/people/groups.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { requireAdministrator } from '../../access/enterprise/administration.ts';
import { reaches, requireGroupManager } from '../../access/enterprise/group-rights.ts';
import { type Change, change } from '../../change/change.ts';
import { parameterRefusal } from '../../refusal.ts';
import { presentGroup } from '../../representation/group.ts';
import type { Caller, Service } from '../../service.ts';
import { groupSource } from './group-source.ts';

/** Fields of a group; absent ones get their default or stay as they are. */
export type GroupFields = Partial<Omit<GroupRecord, 'id' | 'createdAt' | 'modifiedAt'>>;

/**
 * Creates a group without members.
 * @throws Refusal `conflict` naming `group_tag_name` if another group has the name.
 */
export async function createGroup(
  service: Service,
  caller: Caller,
  fields: GroupFields & Pick<GroupRecord, 'name'>,
): Promise<FullGroup> {
  return change(service, caller, async (change) => {
    requireAdministrator(caller);
    await requireFreeGroupName(change.tx, fields.name, null);
    const { now: createdAt, now: modifiedAt } = change;
    const group: GroupRecord = { ...usual, ...fields, id: await change.tx.allocateId(), createdAt, modifiedAt };
    await change.tx.groups.insert(group);
    await reportGroup(change, 'GROUP_CREATION', group);
    return presentGroup(group, true);
  });
}

/** Where the interface does not specify a default, the narrowest one that is still useful to members. */
const usual = {
  description: '',
  provenance: null,
  externalSyncIdentifier: null,
  invitabilityLevel: 'admins_and_members',
  memberViewabilityLevel: 'admins_and_members',
} as const;

/** Changes a group, for administrators of the enterprise and of the group. */
export async function updateGroup(
  service: Service,
  caller: Caller,
  { groupId, fields }: { readonly groupId: string; readonly fields: GroupFields },
): Promise<FullGroup> {
  return change(service, caller, async (change) => {
    const { group: before, ...rights } = await requireGroupManager(change.tx, caller, groupId);
    if (fields.name !== undefined) await requireFreeGroupName(change.tx, fields.name, before.id);
    const group: GroupRecord = { ...before, ...fields, modifiedAt: change.now };
    await change.tx.groups.update(group);
    await reportGroup(change, 'GROUP_EDITED', group);
    return presentGroup(group, reaches(group.invitabilityLevel, rights));
  });
}

async function requireFreeGroupName({ groups }: MetadataReads, name: string, ownId: string | null): Promise<void> {
  const other = await groups.getByName(nameKey(name));
  if (!other || other.id === ownId) return;
  throw parameterRefusal('conflict', 'group_tag_name', say`A group named "${other.name}" already exists.`);
}

async function reportGroup({ report }: Change, adminType: 'GROUP_CREATION' | 'GROUP_EDITED', group: GroupRecord) {
  await report({ adminType, trigger: null, source: groupSource(group) });
}
