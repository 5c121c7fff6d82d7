import type { OffsetPage } from '../../../../contract/resources/paging.ts';
import type { FullGroup } from '../../../../contract/resources/people/group.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import { isAdministrator } from '../../access/enterprise/administration.ts';
import { groupRightsOf, reaches, requireGroup } from '../../access/enterprise/group-rights.ts';
import { presentGroup } from '../../representation/group.ts';
import type { Caller, Service } from '../../service.ts';

/** One group, for callers who may see it. */
export async function getGroup(service: Service, caller: Caller, groupId: string): Promise<FullGroup> {
  return service.store.read(async (reads) => {
    const { group, ...rights } = await requireGroup(reads, caller, groupId);
    return presentGroup(group, reaches(group.invitabilityLevel, rights));
  });
}

/** Groups of the enterprise with a name prefix, by name. Administrators see all, others only those they may see. */
export async function listGroups(
  service: Service,
  caller: Caller,
  request: { readonly filterTerm?: string | undefined; readonly offset: number; readonly limit: number },
): Promise<OffsetPage<FullGroup>> {
  const { filterTerm = '', offset, limit } = request;
  const visibleTo = isAdministrator(caller) ? null : caller.user.id;
  const filter = { namePrefix: nameKey(filterTerm), visibleTo };
  return service.store.read(async (reads) => {
    const total_count = await reads.groups.count(filter);
    const entries: FullGroup[] = [];
    for (const group of await reads.groups.list(filter, { offset, limit })) {
      const rights =
        visibleTo === null ? { membership: null, mayManage: true } : await groupRightsOf(reads, caller, group.id);
      entries.push(presentGroup(group, reaches(group.invitabilityLevel, rights)));
    }
    return { total_count, limit, offset, entries };
  });
}
