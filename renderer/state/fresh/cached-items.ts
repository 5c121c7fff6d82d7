import type { Query, QueryClient } from '@tanstack/react-query';
import type { ActivityEntry, Status } from '../../../preload/ipc/shapes/status.ts';
import { foldersOf, type ListedFolder, namesIn, newsFor } from './journal-news.ts';
import {
  folderAfter,
  isRow,
  patched,
  patchesById,
  type Row,
  type RowPatch,
  type RowPatches,
  someRow,
} from './row-patch.ts';
import { subjectOf } from './table.ts';

/** True for the queries that a change touches. */
export type IsTouched = (query: Query) => boolean;

const field = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

/** The folder whose entries a query lists; null: none. */
function listedFolderId({ queryKey: [, operation, about] }: Query): string | null {
  if (operation !== 'listFolderItems') return null;
  return typeof about === 'string' ? about : String(field(field(about, 'params'), 'folder_id'));
}

/** The folder that a query is about; null: none. */
function folderId({ queryKey: [, operation, request] }: Query): string | null {
  return operation === 'getFolder' ? String(field(field(request, 'params'), 'folder_id')) : null;
}

/** The service decides what belongs to these lists, by words or by use: a patch cannot. */
const isChosenByService = ({ queryKey: [, operation] }: Query): boolean =>
  operation === 'search' || operation === 'listCollectionItems' || operation === 'listRecentItems';

/** Runs once the running read of a query has ended and its answer is cached. */
export function afterRead(query: Query, act: () => void): void {
  void query.promise?.then(act, act);
}

/**
 * Applies patches to every cached answer, in one pass, and returns the queries that they do not settle: those that were being read, since the answer
 * may be older than a patch; the folder of a new row; folders with another number of entries; and lists that the service puts together.
 */
export function applyPatches(queries: QueryClient, patches: readonly RowPatch[]): IsTouched {
  const byId = patchesById(patches);
  const targets = new Set(patches.map(folderAfter));
  const changed = new Set<string>();
  const running = new Set<Query>();
  for (const query of queries
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => subjectOf(queryKey) === 'items' })) {
    const listed = listedFolderId(query);
    const isRead = query.state.data !== undefined;
    const had = patchQuery(queries, query, byId);
    const isChanged = (patch: RowPatch): boolean => had.has(patch) !== (listed === folderAfter(patch));
    if (listed !== null && isRead && patches.some(isChanged)) changed.add(listed);
    if (query.state.fetchStatus === 'idle') continue;
    running.add(query);
    afterRead(query, () => patchQuery(queries, query, byId));
  }
  return (query) => {
    const listed = listedFolderId(query);
    const isShort =
      (listed !== null && targets.has(listed) && changed.has(listed)) || changed.has(folderId(query) ?? '');
    return isShort || running.has(query) || isChosenByService(query);
  };
}

/** Returns the patches whose items the answer contained. */
function patchQuery(queries: QueryClient, query: Query, patches: RowPatches): ReadonlySet<RowPatch> {
  const { data, isInvalidated }: { data: unknown; isInvalidated: boolean } = query.state;
  const had = new Set<RowPatch>();
  const after = patched(data, patches, listedFolderId(query), (patch) => had.add(patch));
  if (after === data) return had;
  queries.setQueryData(query.queryKey, after);
  // A patch is not an answer: stale data stays stale.
  if (isInvalidated) query.invalidate();
  return had;
}

/** The item queries that journal entries make stale. */
export function touchedByJournal(
  queries: QueryClient,
  status: Status | null,
  entries: readonly ActivityEntry[],
): IsTouched {
  const listed = listedFolders(queries, status, namesIn(entries));
  const news = newsFor(entries, listed);
  const changed = new Set(news.flatMap((entry) => foldersOf(entry).map((path) => `${entry.rootId}/${path}`)));
  const untouched = new Set(
    listed.filter(({ rootId, path }) => !changed.has(`${rootId}/${path}`)).map(({ folderId: id }) => id),
  );
  return (query) => {
    if (news.length === 0 || subjectOf(query.queryKey) !== 'items') return false;
    return !untouched.has(listedFolderId(query) ?? folderId(query) ?? '');
  };
}

/** The folders below sync roots that are listed, located by the cached answers about them. They know whether they have one of `names`. */
function listedFolders(
  queries: QueryClient,
  status: Status | null,
  names: ReadonlySet<string>,
): readonly ListedFolder[] {
  const roots = new Map(status?.roots.map(({ id, remoteId }) => [remoteId, id]));
  const all = queries.getQueryCache().getAll();
  return all.flatMap((query) => {
    const id = folderId(query);
    const lists = id === null ? [] : all.filter((list) => listedFolderId(list) === id);
    const folder: unknown = query.state.data;
    const way = [...parentsOf(folder), { id, name: field(folder, 'name') }];
    const at = way.findIndex((step) => roots.has(String(step.id)));
    const rootId = roots.get(String(way[at]?.id));
    if (id === null || rootId === undefined || lists.length === 0) return [];
    const path = way.slice(at + 1).map(({ name }) => String(name));
    return [{ rootId, path: path.join('/'), folderId: id, has: hasName(lists, names) }];
  });
}

function parentsOf(folder: unknown): readonly Row[] {
  const parents = field(field(folder, 'path_collection'), 'entries');
  return Array.isArray(parents) ? parents.filter(isRow) : [];
}

/** Looks through the rows once, for all names together: a set of a hundred thousand names would delay a frame. */
function hasName(lists: readonly Query[], names: ReadonlySet<string>): (name: string) => boolean {
  let found: ReadonlySet<string> | null = null;
  return (name) => {
    found ??= foundIn(lists, names);
    return found.has(name);
  };
}

const FEW = 8;

function foundIn(lists: readonly Query[], names: ReadonlySet<string>): ReadonlySet<string> {
  // A set hashes each name that is looked up in it, which takes three times as long as to compare it with a few.
  const few = names.size <= FEW ? [...names] : null;
  const lengths = new Set([...names].map(({ length }) => length));
  const isWanted = (name: string): boolean => few?.includes(name) ?? (lengths.has(name.length) && names.has(name));
  const found = new Set<string>();
  const areAllFound = ({ name }: Row): boolean => {
    if (typeof name === 'string' && isWanted(name)) found.add(name);
    return found.size === names.size;
  };
  lists.some(({ state }) => someRow(state.data, areAllFound));
  return found;
}
