import { fieldSelection } from '../../../../contract/fields.ts';
import type { FileRecord, ItemKind, ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { ItemView } from '../../access/item-access.ts';
import { downloadRefusal, liveLock } from '../../access/locks.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { presentDate } from '../dates.ts';
import { presentOwnLink } from '../sharing/shared-link.ts';
import { type Presentation, presentItem, presentLock, presentPermissions } from './item.ts';

type Write = (item: ItemRecord) => string;

/** Fields that differ between the items of a folder. */
const ownFields = [
  'id',
  'etag',
  'sequence_id',
  'name',
  'description',
  'size',
  'sha1',
  'file_version',
  'url',
  'created_at',
  'modified_at',
  'content_created_at',
  'content_modified_at',
  'created_by',
  'modified_by',
  'sync_state',
  'lock',
  'permissions',
  'shared_link',
  'has_collaborations',
] as const;

/** Fields that have one value for all files, folders or web links in a folder, as its owner sees them. */
const commonFields = ['type', 'parent', 'path_collection', 'owned_by', 'item_status'];

const writable: ReadonlySet<string> = new Set<string>([...ownFields, ...commonFields]);

/** True if an `entryWriter` writes all these fields. */
export function isWritable(fields: readonly string[]): boolean {
  return fields.every((field) => writable.has(field));
}

/**
 * Writes the entries of a folder for its owner as JSON: the text of `presentItem` with these fields, without its objects, which would be
 * most of the cost of a long list. The first item of each kind is presented; its text shows the order of the fields and their common values.
 */
export function entryWriter(
  place: Pick<ItemView, 'ancestors' | 'access'>,
  presentation: Presentation,
  fields: readonly string[],
): Write {
  const select = fieldSelection(fields, 'mini');
  const writes: Readonly<Record<string, Write>> = writesIn(place, presentation);
  const byKind = new Map<ItemKind, Write>();
  return (item) => {
    const known = byKind.get(item.kind);
    const write = known ?? compiled(select(presentItem({ ...place, item }, presentation)), writes);
    if (!known) byKind.set(item.kind, write);
    return write(item);
  };
}

/** The fields of an item, each behind the text that leads to it. */
function compiled(first: object, writes: Readonly<Record<string, Write>>): Write {
  const parts: { readonly before: string; readonly write: Write }[] = [];
  let before = '';
  for (const [name, value] of Object.entries(first)) {
    before += `${parts.length === 0 && before === '' ? '{' : ','}"${name}":`;
    const write = writes[name];
    if (write === undefined) {
      before += JSON.stringify(value);
    } else {
      parts.push({ before, write });
      before = '';
    }
  }
  return (item) => {
    let text = '';
    for (const part of parts) text += part.before + part.write(item);
    return `${text}${before}}`;
  };
}

function writesIn(
  place: Pick<ItemView, 'ancestors' | 'access'>,
  presentation: Presentation,
): Record<(typeof ownFields)[number], Write> {
  const { people, now, collaborated, links } = presentation;
  const person = memorised((id) => JSON.stringify(presentUserMini(id, people.get(id))));
  return {
    id: ({ id }) => `"${id}"`,
    etag: ({ etag }) => `"${etag}"`,
    sequence_id: ({ sequenceId }) => `"${sequenceId}"`,
    name: ({ name }) => JSON.stringify(name),
    description: ({ description }) => JSON.stringify(description),
    size: ({ sizeBytes }) => String(sizeBytes),
    sha1: ofFile(({ sha1 }) => `"${sha1}"`),
    file_version: ofFile(({ versionId, sha1 }) => `{"id":"${versionId}","type":"file_version","sha1":"${sha1}"}`),
    url: (item) => JSON.stringify(item.kind === 'web_link' ? item.url : null),
    created_at: ({ createdAt }) => `"${presentDate(createdAt)}"`,
    modified_at: ({ modifiedAt }) => `"${presentDate(modifiedAt)}"`,
    content_created_at: ({ contentCreatedAt }) => `"${presentDate(contentCreatedAt)}"`,
    content_modified_at: ({ contentModifiedAt }) => `"${presentDate(contentModifiedAt)}"`,
    created_by: ({ createdBy }) => person(createdBy),
    modified_by: ({ modifiedBy }) => person(modifiedBy),
    sync_state: (item) => (item.kind === 'folder' ? `"${item.syncState}"` : 'null'),
    lock: (item) => JSON.stringify(presentLock(liveLock(item, now), people)),
    permissions: permissionsWriter(place, presentation),
    shared_link: (item) =>
      links?.byItem.has(item.id) ? JSON.stringify(presentOwnLink({ ...place, item }, links)) : 'null',
    has_collaborations: ({ id }) => String(collaborated?.has(id) ?? false),
  };
}

/** The items of a kind have the same permissions, except for files that someone else has locked against downloads. */
function permissionsWriter(place: Pick<ItemView, 'ancestors' | 'access'>, presentation: Presentation): Write {
  const texts = new Map<string, string>();
  return (item) => {
    const key = `${item.kind} ${downloadRefusal(item, presentation) === null}`;
    const text = texts.get(key) ?? JSON.stringify(presentPermissions({ ...place, item }, presentation));
    texts.set(key, text);
    return text;
  };
}

/** Files alone have the field. */
function ofFile(write: (file: FileRecord) => string): Write {
  return (item) => (item.kind === 'file' ? write(item) : 'null');
}

function memorised(textOf: (key: string) => string): (key: string) => string {
  const texts = new Map<string, string>();
  return (key) => {
    const text = texts.get(key) ?? textOf(key);
    texts.set(key, text);
    return text;
  };
}
