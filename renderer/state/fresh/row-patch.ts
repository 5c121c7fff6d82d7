import type { ServiceCall } from '../../../preload/ipc/service-calls.ts';

/** A change to one item, as the service confirmed it. */
export type RowPatch = {
  readonly type: string;
  readonly id: string;
  /** Its new fields; null: it is no longer in any folder. */
  readonly fields: Readonly<Record<string, unknown>> | null;
};

export type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const placing: { readonly [Name in ServiceCall]?: string } = {
  updateFile: 'file',
  updateFolder: 'folder',
  updateWebLink: 'web_link',
};
const removing: { readonly [Name in ServiceCall]?: readonly [type: string, parameter: string] } = {
  deleteFile: ['file', 'file_id'],
  deleteFolder: ['folder', 'folder_id'],
  deleteWebLink: ['web_link', 'web_link_id'],
};

/** The patch that a successful operation allows without another request; null: none, as when the answer lacks a field that was changed. */
export function patchOf(operation: ServiceCall, request: unknown, answer: unknown): RowPatch | null {
  const type = placing[operation];
  const { params, body } = isRow(request) ? request : {};
  if (type !== undefined) {
    if (!isRow(answer) || typeof answer['id'] !== 'string' || !isRow(answer['parent'])) return null;
    const isWhole = Object.keys(isRow(body) ? body : {}).every((field) => field in answer);
    return isWhole ? { type, id: answer['id'], fields: answer } : null;
  }
  const removed = removing[operation];
  if (removed === undefined || !isRow(params)) return null;
  const id = params[removed[1]];
  return typeof id === 'string' ? { type: removed[0], id, fields: null } : null;
}

/** The folder that the item is now in; null: none. */
export function folderAfter({ fields }: RowPatch): string | null {
  const parent = fields?.['parent'];
  return isRow(parent) && typeof parent['id'] === 'string' ? parent['id'] : null;
}

/** Patches by the id of their item, so that a list is searched once for all of them. */
export type RowPatches = ReadonlyMap<string, readonly RowPatch[]>;

export const patchesById = (patches: readonly RowPatch[]): RowPatches => Map.groupBy(patches, ({ id }) => id);

/**
 * A cached answer with the patches: an item, a list, or a list in pages. The same object if it contains none of the items. `folderId`: the folder whose
 * entries they are; an item that left it is removed. `onRow` gets the patches of the rows that it contained.
 */
export function patched(
  data: unknown,
  patches: RowPatches,
  folderId: string | null,
  onRow?: (patch: RowPatch) => void,
): unknown {
  if (!isRow(data)) return data;
  const { pages, entries } = data;
  if (Array.isArray(pages)) return withParts(data, 'pages', pages, (page) => patched(page, patches, folderId, onRow));
  const apply = (row: unknown, isAlone = false): unknown => {
    const of = isRow(row) && typeof row['id'] === 'string' ? (patches.get(row['id']) ?? []) : [];
    return of.reduce((now, patch) => {
      if (isAlone && patch.fields === null) return now;
      const after = patchedRow(now, patch, isAlone ? null : folderId);
      if (after !== now) onRow?.(patch);
      return after;
    }, row);
  };
  if (Array.isArray(entries)) return withParts(data, 'entries', entries, (entry) => apply(entry));
  return apply(data, true);
}

/** Whether a row of a cached answer passes. Of a hundred thousand rows, none is copied. */
export function someRow(data: unknown, test: (row: Row) => boolean): boolean {
  if (!isRow(data)) return false;
  const { pages, entries } = data;
  if (Array.isArray(pages)) return pages.some((page) => someRow(page, test));
  return Array.isArray(entries) && entries.some((entry) => isRow(entry) && test(entry));
}

/** The same object if no part changed: a list is copied only where the row is. */
function withParts(data: Row, name: string, parts: readonly unknown[], change: (part: unknown) => unknown): Row {
  let isSame = true;
  const changed = parts.map((part) => {
    const after = change(part);
    isSame &&= after === part;
    return after;
  });
  return isSame ? data : { ...data, [name]: changed.filter((part) => part !== undefined) };
}

/** Only fields that the row already has, since a row is what a page asked for. Undefined: removed. */
function patchedRow(row: unknown, { type, id, fields }: RowPatch, folderId: string | null): unknown {
  if (!isRow(row) || row['id'] !== id || row['type'] !== type) return row;
  const parent = fields?.['parent'];
  if (fields === null || (folderId !== null && isRow(parent) && parent['id'] !== folderId)) return undefined;
  const known = Object.entries(fields).filter(([name]) => name in row);
  return { ...row, ...Object.fromEntries(known) };
}
