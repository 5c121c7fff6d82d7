import type { FilePermissions, FullFile } from '../../../../contract/resources/items/file.ts';
import type { FolderPermissions, FullFolder } from '../../../../contract/resources/items/folder.ts';
import type { FolderMini } from '../../../../contract/resources/items/folder-mini.ts';
import type { PathCollection } from '../../../../contract/resources/items/item.ts';
import type { FullWebLink } from '../../../../contract/resources/items/web-link.ts';
import { invitableRoles } from '../../../../contract/resources/sharing/collaboration.ts';
import type { FileLockRecord, FileRecord, FolderRecord, WebLinkRecord } from '../../../ports/metadata/items/items.ts';
import { type ItemView, isOrganisedTop, isTrashed } from '../../access/item-access.ts';
import { downloadRefusal, liveLock } from '../../access/locks.ts';
import { letsInvite } from '../../access/permissions/path-settings.ts';
import { filePermissions, folderPermissions, type ShownStanding } from '../../access/permissions/permission-flags.ts';
import { asShown } from '../../access/shown-name.ts';
import { presentAncestor, presentUserMini, rootMini, trashMini } from '../../kernel/mini.ts';
import { assertNever } from '../../refusal.ts';
import type { Caller } from '../../service.ts';
import { presentDate, presentOptionalDate } from '../dates.ts';
import type { People } from '../people.ts';
import {
  allowedAccessLevels,
  allowedPermissionOptions,
  isBehindLink,
  presentOwnLink,
  type ShownLinks,
} from '../sharing/shared-link.ts';
import { type ExpectedPurges, purgedAt } from './expected-purges.ts';
import { extensionOf } from './extension.ts';

/** The viewer, and the lookups of a representation besides the item itself. */
export interface Presentation {
  readonly caller: Pick<Caller, 'user'>;
  readonly people: People;
  /** Of what is in the trash. */
  readonly purges: ExpectedPurges;
  /** The time of the representation, in milliseconds since the epoch. */
  readonly now: number;
  /** Items that have collaborators, if requested. */
  readonly collaborated?: ReadonlySet<string>;
  /** Shared links of the item and of its parent folders, if they will be shown. */
  readonly links?: ShownLinks;
  /** Leaves out the fields that are returned only if a request names them. */
  readonly isStandard?: boolean;
  /** The names of the fields that will be selected: others need no value. Absent: any may be. */
  readonly selected?: ReadonlySet<string>;
}

/** The value of a field that may be selected; nothing for others, which would be most of the cost of a long list. */
function ifSelected<Value>({ selected }: Presentation, name: string, valueOf: () => Value): Value {
  // Everything except id and type is optional on the wire.
  return selected === undefined || selected.has(name) ? valueOf() : (undefined as Value);
}

type Dated = 'created_at' | 'modified_at' | 'content_created_at' | 'content_modified_at';

function dateField(presentation: Presentation, name: Dated, time: number): string {
  return ifSelected(presentation, name, () => presentDate(time));
}

/** An item in full, as the viewer may see it. */
export function presentItem(view: ItemView, presentation: Presentation): FullFile | FullFolder | FullWebLink {
  const { item } = view;
  switch (item.kind) {
    case 'folder':
      return presentFolder({ ...view, item }, presentation);
    case 'file':
      return presentFile({ ...view, item }, presentation);
    case 'web_link':
      return presentWebLink({ ...view, item }, presentation);
    default:
      return assertNever(item);
  }
}

/** A web link in full, as the viewer may see it. */
export function presentWebLink(found: ItemView<WebLinkRecord>, presentation: Presentation): FullWebLink {
  const view = asShown(found);
  const { item } = view;
  const { size: _size, ...common } = commonFields(view, presentation);
  return {
    ...common,
    id: item.id,
    type: 'web_link',
    etag: String(item.etag),
    sequence_id: String(item.sequenceId),
    name: item.name,
    url: item.url,
    created_at: dateField(presentation, 'created_at', item.createdAt),
    modified_at: dateField(presentation, 'modified_at', item.modifiedAt),
    ...(presentation.isStandard ? {} : furtherFields(view, presentation)),
  };
}

/** A file in full, as the viewer may see it. */
export function presentFile(found: ItemView<FileRecord>, presentation: Presentation): FullFile {
  const view = asShown(found);
  const { item } = view;
  const content = { id: item.versionId, type: 'file_version' as const, sha1: item.sha1 };
  return {
    ...commonFields(view, presentation),
    id: item.id,
    type: 'file',
    etag: String(item.etag),
    sequence_id: String(item.sequenceId),
    name: item.name,
    sha1: item.sha1,
    file_version: content,
    created_at: dateField(presentation, 'created_at', item.createdAt),
    modified_at: dateField(presentation, 'modified_at', item.modifiedAt),
    content_created_at: dateField(presentation, 'content_created_at', item.contentCreatedAt),
    content_modified_at: dateField(presentation, 'content_modified_at', item.contentModifiedAt),
    ...(presentation.isStandard ? {} : furtherFileFields(view, presentation)),
  };
}

function furtherFileFields(view: ItemView<FileRecord>, presentation: Presentation) {
  const { item } = view;
  return {
    ...furtherFields(view, presentation),
    version_number: String(item.versionNumber),
    permissions: ifSelected(presentation, 'permissions', () => filePermissions(standing(view, presentation))),
    lock: presentLock(liveLock(item, presentation.now), presentation.people),
    representations: { entries: [] },
    extension: extensionOf(item.name),
    expires_at: null,
    is_package: false,
    allowed_invitee_roles: ['editor', 'viewer'],
    uploader_display_name: item.uploaderDisplayName,
    shared_link_permission_options: ifSelected(presentation, 'shared_link_permission_options', () =>
      allowedPermissionOptions(view),
    ),
    watermark_info: { is_watermarked: false },
  };
}

/** A folder in full, as the viewer may see it. */
export function presentFolder(found: ItemView<FolderRecord>, presentation: Presentation): FullFolder {
  const view = asShown(found);
  const { item } = view;
  const isRoot = item.parentId === null;
  const mini = presentAncestor(item);
  const dated = (name: Dated, time: number) => (isRoot ? null : dateField(presentation, name, time));
  return {
    ...commonFields(view, presentation),
    id: mini.id,
    type: 'folder',
    etag: mini.etag,
    sequence_id: mini.sequence_id,
    name: mini.name,
    created_at: dated('created_at', item.createdAt),
    modified_at: dated('modified_at', item.modifiedAt),
    content_created_at: dated('content_created_at', item.contentCreatedAt),
    content_modified_at: dated('content_modified_at', item.contentModifiedAt),
    folder_upload_email: null,
    ...(presentation.isStandard ? {} : furtherFolderFields(view, presentation)),
  };
}

function furtherFolderFields(view: ItemView<FolderRecord>, presentation: Presentation) {
  const { item } = view;
  return {
    ...furtherFields(view, presentation),
    sync_state: item.syncState,
    permissions: ifSelected(presentation, 'permissions', () => folderPermissions(standing(view, presentation))),
    can_non_owners_invite: item.canNonOwnersInvite,
    can_non_owners_view_collaborators: item.canNonOwnersViewCollaborators,
    is_collaboration_restricted_to_enterprise: item.isCollaborationRestrictedToEnterprise,
    allowed_shared_link_access_levels: ifSelected(presentation, 'allowed_shared_link_access_levels', () =>
      allowedAccessLevels(view),
    ),
    allowed_invitee_roles: ifSelected(presentation, 'allowed_invitee_roles', () => [...invitableRoles]),
    watermark_info: { is_watermarked: false },
  };
}

/** A lock as its file shows it. */
export function presentLock(lock: FileLockRecord | null, people: People): FullFile['lock'] {
  if (lock === null) return null;
  return {
    id: lock.id,
    type: 'lock',
    created_by: presentUserMini(lock.createdBy, people.get(lock.createdBy)),
    created_at: presentDate(lock.createdAt),
    expired_at: presentOptionalDate(lock.expiresAt),
    is_download_prevented: lock.isDownloadPrevented,
    app_type: null,
  };
}

function commonFields(view: ItemView, presentation: Presentation) {
  const { item } = view;
  const { people, purges, links } = presentation;
  const person = (name: string, id: string) =>
    ifSelected(presentation, name, () => presentUserMini(id, people.get(id)));
  return {
    description: item.description,
    size: item.sizeBytes,
    path_collection: ifSelected(presentation, 'path_collection', () => pathCollection(view)),
    trashed_at: presentOptionalDate(item.trashedAt),
    purged_at: presentOptionalDate(purgedAt(view, purges)),
    created_by: person('created_by', item.createdBy),
    modified_by: person('modified_by', item.modifiedBy),
    owned_by: person('owned_by', item.ownerId),
    parent: ifSelected(presentation, 'parent', () => parentOf(view)),
    item_status: isTrashed(view) ? ('trashed' as const) : ('active' as const),
    shared_link: presentOwnLink(view, links),
  };
}

/** The fields that all kinds have, and that are returned only if a request names them. */
function furtherFields(view: ItemView, { collaborated, links }: Presentation) {
  const { item } = view;
  return {
    tags: [...item.tags],
    is_externally_owned: false,
    is_accessible_via_shared_link: isBehindLink(view, links),
    is_associated_with_app_item: false,
    ...(collaborated === undefined ? {} : { has_collaborations: collaborated.has(item.id) }),
  };
}

/** The parent folders that the viewer may see, starting with the viewer's own root; in the trash, only the trash itself. */
function pathCollection(view: ItemView): PathCollection {
  const isWhole = view.access.canViewPath === true;
  const above = isWhole ? view.ancestors.map(presentAncestor) : visibleAncestors(view);
  const entries = isTrashed(view) ? [trashMini] : above;
  return { total_count: entries.length, entries };
}

function visibleAncestors({ item, ancestors, access }: ItemView): FolderMini[] {
  if (access.sharedItemId === null) return ancestors.map(presentAncestor);
  if (access.sharedItemId === item.id) return [rootMini];
  const top = ancestors.findIndex((ancestor) => ancestor.id === access.sharedItemId);
  return [rootMini, ...ancestors.slice(Math.max(top, 0)).map(presentAncestor)];
}

/** The current parent folder, or the one before the trash; null for a root. */
function parentOf(view: ItemView): FolderMini | null {
  return view.item.parentId === null ? null : (visibleAncestors(view).at(-1) ?? null);
}

/** What the viewer may do with a file or folder. */
export function presentPermissions(view: ItemView, presentation: Presentation): FilePermissions | FolderPermissions {
  const shown = standing(view, presentation);
  return view.item.kind === 'folder' ? folderPermissions(shown) : filePermissions(shown);
}

function standing(view: ItemView, presentation: Presentation): ShownStanding {
  const { role, status = 'active' } = view.access;
  return {
    role,
    status,
    isTop: isOrganisedTop(view),
    isRoot: view.item.parentId === null,
    letsInvite: letsInvite(view),
    letsDownload: !isTrashed(view) && downloadRefusal(view.item, presentation) === null,
  };
}
