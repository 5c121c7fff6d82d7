import type { MarkerPage } from '../../../../contract/resources/paging.ts';
import type { FullHub } from '../../../../contract/resources/surfaces/hub.ts';
import type { HubRole } from '../../../../contract/resources/surfaces/hub-collaboration.ts';
import type { SortDirection } from '../../../ports/metadata/items/items.ts';
import type { HubQuery, HubSort } from '../../../ports/metadata/surfaces/hubs.ts';
import { requireAdministrator } from '../../access/enterprise/administration.ts';
import { pageByMarker, readListMarker } from '../../kernel/paging/list-marker.ts';
import type { Caller, Service } from '../../service.ts';
import { answerHubs } from './present-hub.ts';

/** Input of both lists. */
export interface ListHubs {
  readonly query: string;
  readonly sort: HubSort;
  /** Absent: names from A on; otherwise the most viewed, newest or most relevant first. */
  readonly direction: SortDirection | undefined;
  readonly marker: string | undefined;
  readonly limit: number;
}

export type HubScope = 'editable' | 'view_only' | 'all';

const rolesOf: Readonly<Record<HubScope, readonly HubRole[]>> = {
  editable: ['editor', 'co-owner'],
  view_only: ['viewer'],
  all: ['viewer', 'editor', 'co-owner'],
};

/** Lists the caller's hubs (interface 4.15). */
export async function listHubs(
  service: Service,
  caller: Caller,
  { scope, ...request }: ListHubs & { readonly scope: HubScope },
): Promise<MarkerPage<FullHub>> {
  const butNot = scope === 'view_only' ? rolesOf.editable : [];
  return pageOfHubs(service, caller, request, { kind: 'mine', roles: rolesOf[scope], butNot });
}

/** Lists all hubs of the enterprise, for administrators. */
export async function listEnterpriseHubs(
  service: Service,
  caller: Caller,
  request: ListHubs,
): Promise<MarkerPage<FullHub>> {
  requireAdministrator(caller);
  return pageOfHubs(service, caller, request, { kind: 'all' });
}

async function pageOfHubs(
  service: Service,
  caller: Caller,
  { query, sort, direction, marker, limit }: ListHubs,
  among: HubQuery['among'],
): Promise<MarkerPage<FullHub>> {
  const { markerKey } = service.settings;
  const way = direction ?? (sort === 'name' ? 'ASC' : 'DESC');
  const words = query.split(/\s+/).filter((word) => word !== '');
  const list = ['hubs', caller.user.id, JSON.stringify(among), sort, way, ...words];
  const cursor = readListMarker(markerKey, list, marker);
  const [value, id] = cursor ?? [];
  const after = value === undefined || id === undefined ? null : { value, id: String(id) };
  return service.store.read(async (reads) => {
    const wanted = { userId: caller.user.id, among, words, sort, direction: way, after, limit: limit + 1 };
    const rows = await reads.hubs.list(wanted);
    const cursorOf = ({ cursor }: (typeof rows)[number]) => [cursor.value, cursor.id];
    const page = pageByMarker(markerKey, list, { rows, limit, cursorOf });
    const hubs = page.entries.map(({ hub }) => hub);
    return { ...page, entries: await answerHubs(reads, hubs) };
  });
}
