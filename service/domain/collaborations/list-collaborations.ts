import type { FullCollaboration } from '../../../contract/resources/collaboration.ts';
import type { MarkerPage, OffsetPage } from '../../../contract/resources/paging.ts';
import { requireItem } from '../access/item-access.ts';
import { requireGroupManager } from '../groups/group-rights.ts';
import { pageByMarker, readListMarker } from '../paging/list-marker.ts';
import { Refusal } from '../refusal.ts';
import type { Caller, Service } from '../service.ts';
import { answerCollaborations } from './answer-collaboration.ts';
import { maySeeCollaborators } from './path-settings.ts';

/** What `listItemCollaborations` is told. */
export interface ListItemCollaborations {
  readonly item: { readonly kind: 'file' | 'folder'; readonly id: string };
  readonly limit: number;
  readonly marker: string | undefined;
}

/**
 * Who collaborates on an item itself, pending invitations included, the owner not, for who may see it (the interface's 4.6).
 * @throws Refusal `access_denied_insufficient_permissions` where only owners may see the others.
 */
export async function listItemCollaborations(
  service: Service,
  caller: Caller,
  { item: { kind, id }, limit, marker }: ListItemCollaborations,
): Promise<MarkerPage<FullCollaboration>> {
  return service.store.read(async (reads) => {
    const view = await requireItem(reads, { ...caller, sharedLink: null }, kind, id, 'list');
    if (!(await maySeeCollaborators(reads, view))) {
      const message = `Only the owner and co-owners may see who collaborates on "${view.item.name}".`;
      throw new Refusal('access_denied_insufficient_permissions', message);
    }
    const list = ['collaborations', view.item.id];
    const [after] = readListMarker(service.settings.markerKey, list, marker) ?? [];
    const page = { afterId: after === undefined ? null : String(after), limit: limit + 1 };
    const rows = await reads.collaborations.listOfItem(view.item.id, page);
    const cursorOf = ({ id: last }: { readonly id: string }) => [last];
    const found = pageByMarker(service.settings.markerKey, list, { rows, limit, cursorOf });
    return { ...found, entries: await answerCollaborations(service, reads, caller, found.entries) };
  });
}

/** What a group collaborates on, oldest first, for administrators of the group or of the enterprise (the interface's 4.5). */
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
