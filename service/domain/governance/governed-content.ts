import type { File } from '../../../contract/resources/items/file.ts';
import type { FullFileVersion } from '../../../contract/resources/items/file-version.ts';
import type { MarkerPage } from '../../../contract/resources/paging.ts';
import type { IdPage } from '../../ports/metadata/governance/content-scope.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { presentMini } from '../kernel/mini.ts';
import { pageByMarker, readListMarker } from '../kernel/paging/list-marker.ts';
import { answerFile } from '../representation/items/present.ts';
import { answerVersions } from '../representation/items/version.ts';
import type { Caller, Service } from '../service.ts';

/** The paging of a list of held or retained content. With `fields` its entries are built in full. */
export interface GovernedPage {
  readonly marker: string | undefined;
  readonly limit: number;
  readonly fields?: readonly string[] | undefined;
}

/** A list of ids: its name in markers, its assignment, and how to read it. */
interface GovernedList {
  readonly name: readonly string[];
  readonly of: string;
  readonly ids: (of: string, page: IdPage) => Promise<readonly string[]>;
}

type GovernedRequest = GovernedPage & { readonly list: GovernedList };

/** Builds a page of such a list. */
export type PageOf<Entry> = (
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  request: GovernedRequest,
) => Promise<MarkerPage<Entry>>;

/** A page of files, by id. Administrators see all of them, in the folders of their owners. */
export async function pageOfFiles(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  request: GovernedRequest,
): Promise<MarkerPage<File>> {
  const page = await pageOfIds(service, request);
  const items = new Map((await reads.items.getMany(page.entries)).map((item) => [item.id, item]));
  const entries: File[] = [];
  for (const id of page.entries) {
    const item = items.get(id);
    if (item?.kind !== 'file') continue;
    const ancestors = await reads.items.ancestors(item);
    const view = { item, ancestors, access: { role: 'viewer' as const, sharedItemId: null } };
    const mini = presentMini(item);
    if (request.fields) entries.push(await answerFile(service, reads, caller, view));
    else if (mini.type === 'file') entries.push(mini);
  }
  return { ...page, entries };
}

/** A page of versions, by id. */
export async function pageOfVersions(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  request: GovernedRequest,
): Promise<MarkerPage<FullFileVersion>> {
  const page = await pageOfIds(service, request);
  const versions = await reads.versions.getMany(page.entries);
  const inOrder = page.entries.flatMap((id) => versions.filter((version) => version.id === id));
  return { ...page, entries: await answerVersions(service, reads, caller, inOrder) };
}

async function pageOfIds(service: Service, { marker, limit, list }: GovernedRequest): Promise<MarkerPage<string>> {
  const { markerKey } = service.settings;
  const [after = null] = readListMarker(markerKey, list.name, marker) ?? [];
  const rows = await list.ids(list.of, { after: after === null ? null : String(after), limit: limit + 1 });
  return pageByMarker(markerKey, list.name, { rows, limit, cursorOf: (id) => [id] });
}
