import type { MarkerPage, OffsetPage } from '../../../../contract/resources/paging.ts';
import type { FullUser } from '../../../../contract/resources/people/user.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import type { UserFilter, UserRecord } from '../../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { adminsOnly, isAdministrator } from '../../access/enterprise/administration.ts';
import { pageByMarker, readListMarker } from '../../kernel/paging/list-marker.ts';
import { presentUser } from '../../representation/user.ts';
import type { Caller, Service } from '../../service.ts';

/** All users, oldest first, for the operator's command line. */
export async function listUsers(service: Service): Promise<readonly UserRecord[]> {
  return service.store.read(async ({ users }) => users.list());
}

/** Input of `searchUsers`: a filter, and one of the two forms of paging. */
export interface SearchUsers {
  /** Prefix of a name or a login, case-insensitive. */
  readonly filterTerm?: string | undefined;
  readonly userType?: 'all' | 'managed' | 'external' | undefined;
  readonly externalAppUserId?: string | undefined;
  readonly page:
    | { readonly form: 'offset'; readonly offset: number; readonly limit: number }
    | { readonly form: 'marker'; readonly marker: string | undefined; readonly limit: number };
}

/**
 * The users of the enterprise, oldest first, for callers who may look up users. Everyone with an account belongs to the enterprise,
 * so there are no external users to list.
 */
export async function searchUsers(
  service: Service,
  caller: Caller,
  { filterTerm = '', userType = 'all', externalAppUserId, page }: SearchUsers,
): Promise<OffsetPage<FullUser> | MarkerPage<FullUser>> {
  if (!isAdministrator(caller) && !caller.user.profile.canSeeManagedUsers) throw adminsOnly();
  const filter: UserFilter = { prefix: nameKey(filterTerm), externalAppUserId: externalAppUserId ?? null };
  const list = ['users', filter.prefix, userType, filter.externalAppUserId];
  return service.store.read(async (reads) => {
    const shown = (user: UserRecord) => presentUser(user, service.settings);
    if (page.form === 'offset') {
      const { offset, limit } = page;
      const found = userType === 'external' ? emptyPage : await byOffset(reads, filter, page);
      return { total_count: found.total, limit, offset, entries: found.users.map(shown) };
    }
    const key = service.settings.markerKey;
    const [afterId] = readListMarker(key, list, page.marker) ?? [null];
    const behind = {
      form: 'after' as const,
      afterId: afterId === null ? null : String(afterId),
      limit: page.limit + 1,
    };
    const rows = userType === 'external' ? [] : await reads.users.page(filter, behind);
    const found = pageByMarker(key, list, { rows, limit: page.limit, cursorOf: ({ id }) => [id] });
    return { ...found, entries: found.entries.map(shown) };
  });
}

const emptyPage: { readonly users: readonly UserRecord[]; readonly total: number } = { users: [], total: 0 };

async function byOffset(
  { users }: MetadataReads,
  filter: UserFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const total = await users.count(filter);
  return { users: await users.page(filter, { form: 'offset', offset, limit }), total };
}
