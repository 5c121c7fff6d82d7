import type { SelectionFolder } from '../../../../preload/ipc/shapes/scope.ts';
import type { Answers } from '../fake-bridge.ts';
import { listedFolder } from '../folder-answers.ts';
import { rootStatus, signedIn, status } from '../status-states.ts';

const gigabytes = 1_000_000_000;
const newFolder = '/home/ann/Tandem';

const nothingYet: Answers = {
  ...signedIn(status({ roots: [] })),
  'folder.look': () => ({
    path: newFolder,
    state: 'new',
    entries: 0,
    freeBytes: 214 * gigabytes,
    proposals: [],
    problem: null,
  }),
  service: { getFolder: ({ params }) => listedFolder(params.folder_id, '', { size: 41.2 * gigabytes }) as never },
};

/** A new computer in its first three steps. */
const service = { baseUrl: 'https://tandem.harbour.studio/2.0', uploadUrl: 'https://tandem.harbour.studio/api/2.0' };

export const connecting: Answers = {
  ...nothingYet,
  'account.get': () => ({
    kind: 'none',
    baseUrl: null,
    canStartPrivate: true,
    suggestedFolder: newFolder,
    redirectUri: 'http://127.0.0.1:28257/callback',
    signIn: { state: 'none' },
  }),
  'account.check': () => ({ ...service, needsClient: false }),
};

export const choosingFolder: Answers = nothingYet;

type Chosen = readonly [
  id: string,
  name: string,
  size: number,
  state: SelectionFolder['state'],
  rest?: Partial<SelectionFolder>,
];

const folder = ([id, name, size, state, rest = {}]: Chosen): SelectionFolder => ({
  id,
  name,
  state,
  files: size * 1_000,
  bytes: size * gigabytes,
  chosenFiles: state === 'synced' ? size * 1_000 : 0,
  chosenBytes: state === 'synced' ? size * gigabytes : 0,
  hasFolders: true,
  isShared: false,
  ...rest,
});

const levels: Readonly<Record<string, readonly Chosen[]>> = {
  '0': [
    ['11', 'Documents', 12.4, 'synced'],
    ['12', 'Studio', 27, 'partially_synced', { chosenBytes: 11.8 * gigabytes, chosenFiles: 11_800 }],
    ['13', 'Launch plan', 1.8, 'synced', { isShared: true, hasFolders: false }],
  ],
  '12': [
    ['14', '2026', 9.6, 'synced'],
    ['15', 'Archive', 15.2, 'not_synced'],
    ['18', 'Photos', 2.2, 'synced', { hasFolders: false }],
  ],
};

export const choosingContent: Answers = {
  ...nothingYet,
  ...signedIn(
    status({ roots: [rootStatus({ localPath: newFolder, name: 'Tandem', remoteId: '0', bytes: 0, files: 0 })] }),
  ),
  'selection.tree': ({ rootId, folderId = '0' }) => ({
    rootId,
    folderId,
    path: '',
    files: 41_200,
    bytes: 41.2 * gigabytes,
    chosenFiles: 26_000,
    chosenBytes: 26 * gigabytes,
    isListed: true,
    folders: (levels[folderId] ?? []).map(folder),
  }),
};
