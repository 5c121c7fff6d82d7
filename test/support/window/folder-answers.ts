import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import type { PathAddress, PathState } from '../../../preload/ipc/shapes/path-state.ts';
import type { SelectionTree } from '../../../preload/ipc/shapes/scope.ts';
import type { Answers } from './fake-bridge.ts';
import { rootStatus, signedIn, status } from './status-states.ts';
import { people } from './studio/people.ts';

type Listed = ServiceAnswer<'listFolderItems'>['entries'][number];
export type ListedFile = Extract<Listed, { type: 'file' }>;
export type ListedFolder = Extract<Listed, { type: 'folder' }>;

const anything = { can_rename: true, can_delete: true, can_share: true, can_download: true, can_upload: true } as const;

/** A folder entry as the service lists it, overridden by `change`. */
export function listedFile(id: string, name: string, change: Partial<ListedFile> = {}): ListedFile {
  return {
    type: 'file',
    id,
    etag: '1',
    name,
    size: 2_048,
    modified_at: '2026-11-09T10:00:00Z',
    content_modified_at: '2026-11-09T10:00:00Z',
    sha1: '134b65991ed521fcfe4724b7d814ab8ded5185dc',
    permissions: anything,
    parent: { type: 'folder', id: '0', name: 'All files', sequence_id: null, etag: null },
    ...change,
  } as ListedFile;
}

export function listedFolder(id: string, name: string, change: Partial<ListedFolder> = {}): ListedFolder {
  return {
    type: 'folder',
    id,
    etag: '1',
    name,
    size: 0,
    modified_at: '2026-11-09T10:00:00Z',
    permissions: anything,
    parent: { type: 'folder', id: '0', name: 'All files', sequence_id: null, etag: null },
    ...change,
  } as ListedFolder;
}

/** The engine's state of an idle row, overridden by `change`. */
export function pathState(id: string, change: Partial<PathState> = {}): PathState {
  return {
    address: { id },
    rootId: 1,
    path: id,
    status: 'synced',
    code: null,
    progress: null,
    retryAtMs: null,
    conflict: null,
    held: null,
    beneath: null,
    ...change,
  };
}

/** The top folder is synced, and the engine knows how many files its subfolders contain, by their id. */
export const syncedTop = (files: Readonly<Record<string, number>>): Answers => ({
  ...signedIn(status({ roots: [rootStatus({ remoteId: '0' })] })),
  'selection.states': () => ({
    ids: Object.keys(files),
    states: Object.keys(files).map(() => 'synced'),
    files: Object.values(files),
    isListed: true,
  }),
});

const noStates = { ids: [], states: [], files: [], isListed: true };

const noFiles = { files: 0, bytes: 0, chosenFiles: 0, chosenBytes: 0 } as const;

/** A folder that is listed, and empty. */
const emptyTree = (rootId: number): SelectionTree => ({
  rootId,
  folderId: '0',
  path: '',
  ...noFiles,
  isListed: true,
  folders: [],
});

/** What the service and the engine know of each synced folder: it is the person's own, empty, and all of it is here. */
export const emptyRoots: Answers = {
  'selection.states': () => noStates,
  'selection.tree': ({ rootId }) => emptyTree(rootId),
  service: {
    getFolder: ({ params }) =>
      ({
        ...listedFolder(params.folder_id, 'Documents'),
        has_collaborations: false,
        owned_by: people.ann,
      }) as never,
  },
};

/** A folder with these entries, and the states of those that are not in sync. `at`: the folder itself; omitted, the top one. */
export function folderOf(
  entries: readonly Listed[],
  states: readonly PathState[] = [],
  at: Partial<ListedFolder> = {},
): Answers {
  const known = new Map(states.map((state) => ['id' in state.address ? state.address.id : '', state]));
  const stateAt = (address: PathAddress): PathState => {
    const id = 'id' in address ? address.id : '';
    return known.get(id) ?? pathState(id);
  };
  return {
    'paths.state': ({ paths }) => ({ states: paths.map(stateAt) }),
    'selection.states': () => noStates,
    service: {
      getFolder: ({ params }) =>
        ({
          type: 'folder',
          id: '0',
          name: 'All files',
          shared_link: Object(entries.find(({ id }) => id === params.folder_id)).shared_link ?? null,
          size: entries.reduce((sum, entry) => sum + ('size' in entry ? (entry.size ?? 0) : 0), 0),
          owned_by: people.ann,
          permissions: anything,
          path_collection: { total_count: 0, entries: [] },
          item_collection: { total_count: entries.length, entries: [] },
          ...at,
        }) as never,
      getFile: ({ params }) => entries.find(({ id }) => id === params.file_id) as never,
      listVersions: () => ({ entries: [], total_count: 0, limit: 100, offset: 0 }) as never,
      listComments: () => ({ entries: [], total_count: 0, limit: 100, offset: 0 }) as never,
      listFileCollaborations: () => ({ entries: [], limit: 100, next_marker: null }) as never,
      listFolderCollaborations: () => ({ entries: [], limit: 100, next_marker: null }) as never,
      listFolderItems: () => ({ entries: [...entries], limit: 1000, next_marker: null }) as never,
      // A word that stands long enough is also searched for below the folder.
      search: () => ({ type: 'search_results_items', entries: [], total_count: 0, limit: 200, offset: 0 }) as never,
    },
  };
}
