import {
  legalHoldPolicyAssignmentStandardFields,
  legalHoldPolicyMiniFields,
  legalHoldPolicyStandardFields,
} from './resources/governance/legal-hold.ts';
import {
  retentionPolicyAssignmentStandardFields,
  retentionPolicyMiniFields,
  retentionPolicyStandardFields,
} from './resources/governance/retention-policy.ts';
import { fileMini, fileStandardFields, fileVersionMini } from './resources/items/file.ts';
import { fullFileVersion } from './resources/items/file-version.ts';
import { folderMini } from './resources/items/folder-mini.ts';
import { folderWithItemsStandardFields } from './resources/items/item-collection.ts';
import { webLinkMini, webLinkStandardFields } from './resources/items/web-link.ts';
import { commentStandardFields } from './resources/notes/comment.ts';
import { groupMembershipStandardFields, groupMini, groupStandardFields } from './resources/people/group.ts';
import { userMini, userStandardFields } from './resources/people/user.ts';
import { collaborationStandardFields } from './resources/sharing/collaboration.ts';

/** Resources that support `fields`: their mini form, and the standard fields. */
const forms: Readonly<Record<string, { readonly mini: ReadonlySet<string>; readonly standard: ReadonlySet<string> }>> =
  {
    file: form(Object.keys(fileMini.shape), fileStandardFields),
    file_version: form(Object.keys(fileVersionMini.shape), Object.keys(fullFileVersion.shape)),
    folder: form(Object.keys(folderMini.shape), folderWithItemsStandardFields),
    web_link: form(Object.keys(webLinkMini.shape), webLinkStandardFields),
    user: form(Object.keys(userMini.shape), userStandardFields),
    collaboration: form(['id', 'type'], collaborationStandardFields),
    group: form(Object.keys(groupMini.shape), groupStandardFields),
    group_membership: form(['id', 'type'], groupMembershipStandardFields),
    comment: form(['id', 'type'], commentStandardFields),
    legal_hold_policy: form(legalHoldPolicyMiniFields, legalHoldPolicyStandardFields),
    legal_hold_policy_assignment: form(['id', 'type'], legalHoldPolicyAssignmentStandardFields),
    retention_policy: form(retentionPolicyMiniFields, retentionPolicyStandardFields),
    retention_policy_assignment: form(['id', 'type'], retentionPolicyAssignmentStandardFields),
  };

function form(mini: readonly string[], further: readonly string[]) {
  return { mini: new Set(mini), standard: new Set([...mini, ...further]) };
}

/** What public clients need in an answer about an item in the trash, or just restored, whatever `fields` names. */
const leastInTrash = {
  file: 'description,size,path_collection,created_at,modified_at,modified_by,owned_by,item_status'.split(','),
  folder: 'description,size,path_collection,created_by,modified_by,owned_by,item_status'.split(','),
  web_link: ['path_collection'],
} as const;

/** The fields to select for such an answer, for a request that names these. */
export function fieldsInTrash(
  type: keyof typeof leastInTrash,
  fields: readonly string[] | undefined,
): readonly string[] | undefined {
  return fields && [...fields, ...leastInTrash[type]];
}

/** Selects fields of a resource. */
type FieldSelection = <Resource extends { readonly type: string }>(resource: Resource) => Resource;

/**
 * With `fields`, the mini form plus the named fields; without, the standard fields, or in a list (`whenAbsent: 'mini'`) the mini form.
 * Unknown names are ignored. A resource without a mini form is returned unchanged.
 */
export function selectFields<Resource extends { readonly type: string }>(
  resource: Resource,
  fields: readonly string[] | undefined,
  whenAbsent: 'standard' | 'mini' = 'standard',
): Resource {
  return fieldSelection(fields, whenAbsent)(resource);
}

/** The same for many resources: the names are gathered once for each type. */
export function fieldSelection(
  fields: readonly string[] | undefined,
  whenAbsent: 'standard' | 'mini' = 'standard',
): FieldSelection {
  const byType = new Map<string, ReadonlySet<string> | null>();
  return (resource) => {
    const { type } = resource;
    const known = byType.get(type);
    const shown = known === undefined ? shownNames(type, fields, whenAbsent) : known;
    if (known === undefined) byType.set(type, shown);
    return shown === null ? resource : partOf(resource, shown);
  };
}

/** The names that are shown of a type of resource; null for all, because it has no mini form. */
function shownNames(
  type: string,
  fields: readonly string[] | undefined,
  whenAbsent: 'standard' | 'mini',
): ReadonlySet<string> | null {
  const known = forms[type];
  if (!known) return null;
  // `metadata.{scope}.{template}` selects one instance of `metadata`.
  const asked = fields?.map((field) => (field.startsWith('metadata.') ? 'metadata' : field));
  return asked ? new Set([...known.mini, ...asked]) : known[whenAbsent];
}

function partOf<Resource extends object>(resource: Resource, shown: ReadonlySet<string>): Resource {
  const names = Object.keys(resource);
  if (names.every((name) => shown.has(name))) return resource;
  const part: Record<string, unknown> = {};
  for (const name of names) if (shown.has(name)) part[name] = Reflect.get(resource, name);
  // Everything except id and type is optional on the wire, so a part of a resource is a valid resource.
  return part as Resource;
}
