import type { FullFile } from '../../../../contract/resources/items/file.ts';
import type { FullFolder } from '../../../../contract/resources/items/folder.ts';
import type { FullWebLink } from '../../../../contract/resources/items/web-link.ts';
import type { FileRecord, FolderRecord, WebLinkRecord } from '../../../ports/metadata/items/items.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { ItemView } from '../../access/item-access.ts';
import { together } from '../../kernel/work/together.ts';
import type { Caller, Service } from '../../service.ts';
import { gatherPeople, peopleOf } from '../people.ts';
import { collaboratedItems } from '../sharing/collaboration.ts';
import { gatherLinks } from '../sharing/shared-link.ts';
import { expectedPurges, fewReferences, noPurges } from './expected-purges.ts';
import { type Presentation, presentFile, presentFolder, presentItem, presentWebLink } from './item.ts';

/** An item of any kind, in a message about a change of it. */
export async function answerItem(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView,
): Promise<FullFile | FullFolder | FullWebLink> {
  return presentItem(view, await presentationOf(service, reads, caller, view, { mostReferences: fewReferences }));
}

/** The part of an item that a response shows. */
interface Shown {
  /** Leaves out the fields that are returned only if a request names them, and their lookups. */
  readonly isStandard?: boolean | undefined;
  /** See `expectedPurges`. */
  readonly mostReferences?: number | undefined;
}

/** The response for one file. */
export async function answerFile(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView<FileRecord>,
  shown: Shown = {},
): Promise<FullFile> {
  return presentFile(view, await presentationOf(service, reads, caller, view, shown));
}

/** The response for newly created files, which have no collaborators and no shared links yet. */
export async function answerNewFiles(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  views: readonly ItemView<FileRecord>[],
  { isStandard = false }: Shown = {},
): Promise<readonly FullFile[]> {
  const above = new Set(isStandard ? [] : views.flatMap(({ ancestors }) => ancestors.map(({ id }) => id)));
  const [people, links] = await together([
    gatherPeople(reads, new Set(views.flatMap(({ item }) => peopleOf(item))), [caller.user]),
    gatherLinks(service, reads, [...above]),
  ]);
  const presentation = {
    caller,
    people,
    purges: noPurges,
    now: reads.now(),
    collaborated: new Set<string>(),
    links,
    isStandard,
  };
  return views.map((view) => presentFile(view, presentation));
}

/** The response for one web link. */
export async function answerWebLink(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView<WebLinkRecord>,
): Promise<FullWebLink> {
  return presentWebLink(view, await presentationOf(service, reads, caller, view));
}

/** The response for one folder. */
export async function answerFolder(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView<FolderRecord>,
  shown: Shown = {},
): Promise<FullFolder> {
  return presentFolder(view, await presentationOf(service, reads, caller, view, shown));
}

async function presentationOf(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView,
  { isStandard = false, mostReferences }: Shown = {},
): Promise<Presentation> {
  const { item, ancestors } = view;
  const [people, collaborations, links, purges] = await together([
    gatherPeople(reads, peopleOf(item), [caller.user]),
    // Roots have no collaborators and few other items do: the query is one index lookup.
    isStandard || ancestors.length === 0 ? [] : reads.collaborations.listOfItems([item.id]),
    gatherLinks(service, reads, isStandard ? [item.id] : [...ancestors.map(({ id }) => id), item.id]),
    expectedPurges(service, reads, [view], mostReferences),
  ]);
  const collaborated = collaboratedItems(collaborations);
  return { caller, people, purges, now: reads.now(), collaborated, links, isStandard };
}
