import type { ItemsByMarker, ItemsByOffset } from '../../../../contract/resources/items/item-collection.ts';
import { copyFolder } from '../../../domain/tree/folders/copy-folder.ts';
import { createFolder } from '../../../domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../domain/tree/folders/delete-folder.ts';
import { getFolder } from '../../../domain/tree/folders/get-folder.ts';
import { listFolderItemsAsText } from '../../../domain/tree/folders/list-folder-items.ts';
import { updateFolder } from '../../../domain/tree/folders/update-folder.ts';
import { pageRequest } from '../../answers/item-page.ts';
import { readyText } from '../../answers/ready-text.ts';
import { shownItem, withShownEntries } from '../../answers/shown-item.ts';
import type { Handlers } from '../../handlers.ts';
import { sharedLinkInput } from '../../requests/shared-link-input.ts';

/** Folders: creating, reading, updating, copying and deleting. */
export const folderHandlers = {
  async createFolder({ query, body }, { service, caller }) {
    const { name, parent, sync_state: syncState } = body;
    const folder = await createFolder(service, caller, { name, parentId: parent.id, syncState });
    return { status: 201, body: await shownItem(folder, query.fields, { service, caller }) };
  },

  async getFolder({ params, query, headers }, { service, caller }) {
    const { fields, sort, direction, offset = 0, limit } = query;
    // The page of items is the expensive part of a folder, so it is read only if it will be shown.
    const showsItems = fields === undefined || fields.includes('item_collection');
    const folder = await getFolder(service, caller, {
      folderId: params.folder_id,
      ifNoneMatch: headers['if-none-match'],
      isStandard: fields === undefined,
      items: showsItems ? { sort, direction, offset, limit } : undefined,
    });
    if (folder === 'not_modified') return { status: 304 };
    return { status: 200, body: await shownItem(folder, fields, { service, caller }) };
  },

  async listFolderItems({ params, query }, { service, caller }) {
    const request = { folderId: params.folder_id, page: pageRequest(query) };
    const page = await listFolderItemsAsText(service, caller, request);
    if (page instanceof Uint8Array) return readyText<ItemsByOffset | ItemsByMarker>(page);
    return { status: 200, body: await withShownEntries(page, query.fields, { service, caller }) };
  },

  async updateFolder({ params, query, headers, body }, { service, caller }) {
    const { name, parent, description, tags, sync_state: syncState } = body;
    const folder = await updateFolder(service, caller, {
      folderId: params.folder_id,
      ifMatch: headers['if-match'],
      sharedLink: sharedLinkInput(body.shared_link),
      parentId: parent?.id,
      name,
      description,
      tags,
      syncState,
      canNonOwnersInvite: body.can_non_owners_invite,
      canNonOwnersViewCollaborators: body.can_non_owners_view_collaborators,
      isCollaborationRestrictedToEnterprise: body.is_collaboration_restricted_to_enterprise,
      collectionIds: body.collections,
    });
    return { status: 200, body: await shownItem(folder, query.fields, { service, caller }) };
  },

  async copyFolder({ params, query, headers, body }, { service, caller }) {
    const folder = await copyFolder(service, caller, {
      folderId: params.folder_id,
      parentId: body.parent.id,
      name: body.name,
      ifNoneMatch: headers['if-none-match'],
    });
    if (folder === 'not_modified') return { status: 304 };
    return { status: 201, body: await shownItem(folder, query.fields, { service, caller }) };
  },

  async deleteFolder({ params, query, headers }, { service, caller }) {
    const { recursive = false, stream_position: knownTo } = query;
    const ifMatch = headers['if-match'];
    await deleteFolder(service, caller, { folderId: params.folder_id, ifMatch, recursive, knownTo });
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
