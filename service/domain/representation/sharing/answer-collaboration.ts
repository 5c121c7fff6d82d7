import type { File } from '../../../../contract/resources/items/file.ts';
import type { Folder } from '../../../../contract/resources/items/folder.ts';
import type { FullCollaboration, InviteItem } from '../../../../contract/resources/sharing/collaboration.ts';
import type { CollaborationRecord } from '../../../ports/metadata/sharing/collaborations.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { isAdministrator } from '../../access/enterprise/administration.ts';
import { accessTo, type ItemView, isTrashed } from '../../access/item-access.ts';
import { presentMini } from '../../kernel/mini.ts';
import { theOne } from '../../kernel/the-one.ts';
import type { Caller, Service } from '../../service.ts';
import { gatherGroups } from '../group.ts';
import { expectedPurges } from '../items/expected-purges.ts';
import { presentItem } from '../items/item.ts';
import { gatherPeople, peopleOf } from '../people.ts';
import { groupsOfCollaboration, peopleOfCollaboration, presentCollaboration } from './collaboration.ts';
import { gatherLinks } from './shared-link.ts';

/** The response for a collaboration, with as much of its item as the caller may see. */
export async function answerCollaboration(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  collaboration: CollaborationRecord,
): Promise<FullCollaboration> {
  return theOne(await answerCollaborations(service, reads, caller, [collaboration]));
}

/** The response for several collaborations. Each item is looked up once. */
export async function answerCollaborations(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  collaborations: readonly CollaborationRecord[],
): Promise<FullCollaboration[]> {
  const people = await gatherPeople(reads, collaborations.flatMap(peopleOfCollaboration), [caller.user]);
  const groups = await gatherGroups(reads, collaborations.flatMap(groupsOfCollaboration));
  const items = new Map<string, { readonly item: File | Folder | null; readonly name: InviteItem | null }>();
  for (const item of await reads.items.getMany([...new Set(collaborations.map(({ itemId }) => itemId))])) {
    const ancestors = await reads.items.ancestors(item);
    items.set(item.id, {
      item: await shownItem(service, reads, caller, { item, ancestors }),
      name: inviteItemOf({ item, ancestors }),
    });
  }
  return collaborations.map((one) => {
    const { item = null, name = null } = items.get(one.itemId) ?? {};
    const isNamed = name !== null && one.userId === caller.user.id;
    return presentCollaboration(one, { people, groups }, { item, ...(isNamed ? { inviteItem: name } : {}) });
  });
}

/** Only a live item can be accepted. */
function inviteItemOf(view: Pick<ItemView, 'item' | 'ancestors'>): InviteItem | null {
  const { kind: type, name } = view.item;
  return type === 'web_link' || isTrashed(view) ? null : { type, name };
}

/** Administrators can see in the enterprise's log which item it is, so they see that here too, and nothing more. */
async function shownItem(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  { item, ancestors }: Pick<ItemView, 'item' | 'ancestors'>,
): Promise<File | Folder | null> {
  const access = await accessTo(reads, caller, item, ancestors);
  if (!access && !isAdministrator(caller)) return null;
  const people = await gatherPeople(reads, peopleOf(item), [caller.user]);
  const links = await gatherLinks(service, reads, [...ancestors.map(({ id }) => id), item.id]);
  const purges = await expectedPurges(service, reads, [{ item, ancestors }]);
  const shown = access
    ? presentItem({ item, ancestors, access }, { caller, people, purges, now: reads.now(), links })
    : presentMini(item);
  return shown.type === 'web_link' ? null : shown;
}
