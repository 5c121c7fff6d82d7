import type { MarkerPage, OffsetPage } from '../../../contract/resources/paging.ts';
import type { FullCollaboration } from '../../../contract/resources/sharing/collaboration.ts';
import { say } from '../../../contract/rules/say.ts';
import { requireGroupManager } from '../access/enterprise/group-rights.ts';
import { requireItem } from '../access/item-access.ts';
import { maySeeCollaborators } from '../access/permissions/path-settings.ts';
import { ofPerson } from '../access/persons-of.ts';
import { pagingById } from '../kernel/paging/id-paging.ts';
import { Refusal } from '../refusal.ts';
import { answerCollaborations } from '../representation/sharing/answer-collaboration.ts';
import type { Caller, Service } from '../service.ts';

/** Input of `listItemCollaborations`. */
export interface ListItemCollaborations {
  readonly item: { readonly kind: 'file' | 'folder'; readonly id: string };
  readonly limit: number;
  readonly marker: string | undefined;
  /** Only those that give the caller access. */
  readonly isOwn?: boolean;
}

/**
 * The collaborators of an item itself, including pending invitations but not the owner (interface 4.6).
 * @throws Refusal `access_denied_insufficient_permissions` if only owners may see the collaborators.
 */
export async function listItemCollaborations(
  service: Service,
  caller: Caller,
  { item: { kind, id }, limit, marker, isOwn = false }: ListItemCollaborations,
): Promise<MarkerPage<FullCollaboration>> {
  return service.store.read(async (reads) => {
    const view = await requireItem(reads, caller, kind, id, 'list');
    // People see their own role even where the other collaborators are hidden.
    if (!isOwn && !maySeeCollaborators(view)) {
      const message = say`Only the owner and co-owners can see the collaborators of "${view.item.name}".`;
      throw new Refusal('access_denied_insufficient_permissions', message);
    }
    const paging = pagingById(service, ['collaborations', view.item.id, ...(isOwn ? ['own'] : [])], { marker, limit });
    const { after: afterId, limit: read } = paging.wanted;
    const rows = isOwn
      ? paging.wantedOf(await ofPerson(reads, caller.user.id, await reads.collaborations.listOfItems([view.item.id])))
      : await reads.collaborations.listOfItem(view.item.id, { afterId, limit: read });
    const found = paging.pageOf(rows);
    return { ...found, entries: await answerCollaborations(service, reads, caller, found.entries) };
  });
}

/** The collaborations of a group, oldest first, for administrators of the group or of the enterprise (interface 4.5). */
export async function listGroupCollaborations(
  service: Service,
  caller: Caller,
  { groupId, offset, limit }: { readonly groupId: string; readonly offset: number; readonly limit: number },
): Promise<OffsetPage<FullCollaboration>> {
  return service.store.read(async (reads) => {
    await requireGroupManager(reads, caller, groupId);
    const rows = await reads.collaborations.listOfGroup(groupId, { offset, limit });
    const total_count = await reads.collaborations.countOfGroup(groupId);
    return { total_count, limit, offset, entries: await answerCollaborations(service, reads, caller, rows) };
  });
}
