import type { Page } from '@playwright/test';
import type { ActivityEntry, AttentionItem, Status, TransferStatus } from '../../../preload/ipc/shapes/status.ts';
import { fixOf, type Message, type ProblemMessage, titleOf, withFix } from '../../../preload/words/message.ts';
import { inWords } from '../../../preload/words/wording.ts';
import type { Answers, FakeBridge } from './fake-bridge.ts';
import { folderOf, listedFile, listedFolder, pathState } from './folder-answers.ts';
import { now, rootStatus, say, signedIn, status } from './status-states.ts';

/** What a studio has in its window: the content of the pictures. */
export const people = {
  ann: { type: 'user', id: '7', name: 'Ann Keller', login: 'ann@harbour.studio' },
  bob: { type: 'user', id: '8', name: 'Bob Marsh', login: 'bob@harbour.studio' },
  carol: { type: 'user', id: '9', name: 'Carol Ito', login: 'carol@harbour.studio' },
  dev: { type: 'user', id: '10', name: 'Dev Patel', login: 'dev@harbour.studio' },
} as const;

const minutes = 60_000;
const roots = {
  documents: rootStatus(),
  studio: rootStatus({
    id: 2,
    name: 'Studio',
    localPath: '/home/ann/Studio',
    remoteId: '12',
    files: 90_113,
    bytes: 27_000_000_000,
  }),
  launch: rootStatus({
    id: 3,
    name: 'Launch plan',
    localPath: '/home/ann/Launch plan',
    remoteId: '13',
    files: 214,
    bytes: 1_800_000_000,
  }),
};

function transfer(
  id: string,
  [name, rootId, place, direction]: readonly [name: string, rootId: number, place: string, 'up' | 'down'],
  [share, bytesTotal, bytesPerSecond]: readonly [number, number, number],
): TransferStatus {
  const bytesDone = Math.round(share * bytesTotal);
  return {
    id,
    rootId,
    direction,
    name,
    place,
    state: 'running',
    bytesDone,
    bytesTotal,
    bytesPerSecond,
    secondsLeft: Math.ceil((bytesTotal - bytesDone) / bytesPerSecond),
    parts: null,
    sentence: null,
    canCancel: true,
    isGrouped: false,
  };
}

/** Who changed what, newest first: the synced folder, the path, how, who (null: here), and how many minutes ago. */
const changes = [
  [1, 'report-final.docx', 'upload-version', null, 2],
  [2, '2026/site-plan.dwg', 'download-version', people.bob, 9],
  [3, 'interview-04.mov', 'download', people.carol, 63],
  [1, 'Photos/facade-east.jpg', 'download', people.dev, 138],
  [1, 'fees-2027.xlsx', 'upload-version', null, 215],
] as const;

const lastChange: Message = { code: 'done_to', args: { what: 'upload-version', path: 'report-final.docx' } };

const recent: Answers = {
  'activity.list': () => ({
    entries: changes.map(
      ([rootId, path, kind, by, minutesAgo], at): ActivityEntry => ({
        id: 90 - at,
        batch: 90 - at,
        atMs: now - minutesAgo * minutes,
        rootId,
        kind,
        side: by === null ? 'remote' : 'local',
        path,
        fromPath: null,
        itemKind: 'file',
        bytes: 1_000,
        sentence: say({ code: 'done', args: { what: kind } }),
        rule: 'P2',
        by,
        undo: 'never',
      }),
    ),
    more: false,
  }),
};

const gigabytes = 1_000_000_000;
const sizes: Readonly<Record<string, number>> = { 11: 12.4 * gigabytes, 12: 27 * gigabytes, 13: 1.8 * gigabytes };

/** The synced folders on the service: one of them is Carol's, who shares it. */
const rootFolders: Answers = {
  service: {
    getFolder: ({ params: { folder_id: id } }) =>
      listedFolder(id, '', {
        size: sizes[id] ?? 0,
        has_collaborations: id === '13',
        owned_by: id === '13' ? people.carol : people.ann,
      } as never) as never,
  },
};

export const idle: Answers = {
  ...rootFolders,
  ...signedIn(
    status({
      roots: [
        { ...roots.documents, lastChange: { atMs: now - 2 * minutes, sentence: say(lastChange) } },
        roots.studio,
        roots.launch,
      ],
      invitations: [
        {
          id: '5',
          from: people.carol.name,
          fromId: people.carol.id,
          item: 'Harbour House',
          role: 'editor',
          createdAtMs: now - 5 * minutes,
        },
      ],
    }),
  ),
  ...recent,
};

const busyWith = (pending: number) => ({
  pending,
  sentence: say({ code: 'syncing_items', args: { items: pending } }),
});

const atWork = status({
  state: 'syncing',
  sentence: say(titleOf({ code: 'syncing_files', args: { files: 1_902 } })),
  detail: say({ code: 'to_go', args: { done: 1_180, bytes: 3_100_000_000, seconds: 62 } }),
  roots: [
    { ...roots.documents, state: 'syncing', ...busyWith(1_390), progress: 0.62 },
    { ...roots.studio, state: 'syncing', ...busyWith(512), progress: 0.78 },
    roots.launch,
  ],
  transfers: [
    transfer('1', ['interview-04.mov', 1, 'Video', 'up'], [0.31, 4_000_000_000, 48_000_000]),
    transfer('2', ['site-plan.dwg', 2, '2026', 'down'], [0.78, 800_000_000, 22_000_000]),
    transfer('3', ['facade-east.jpg', 2, 'Photos', 'down'], [0.92, 112_000_000, 9_000_000]),
    transfer('4', ['fees-2027.xlsx', 1, '', 'up'], [0.12, 7_000_000, 2_000_000]),
  ],
  transferGroups: [
    {
      rootId: 1,
      direction: 'up',
      files: 212,
      place: 'Notes',
      state: 'running',
      bytesDone: 4_700_000,
      bytesTotal: 8_480_000,
      bytesPerSecond: 1_400_000,
      secondsLeft: 3,
    },
  ],
  transfersTotal: 722,
  rate: { upBytesPerSecond: 50_000_000, downBytesPerSecond: 31_000_000 },
  totals: {
    filesDone: 1_180,
    filesTotal: 1_902,
    bytesDone: 5_100_000_000,
    bytesTotal: 8_200_000_000,
    secondsLeft: 62,
  },
});

/** Megabytes per second over the last five minutes, a sample every ten seconds. */
const rates = {
  up: [
    6, 12, 20, 28, 34, 37, 38, 37, 35, 32, 30, 29, 30, 33, 38, 43, 47, 49, 49, 47, 44, 41, 40, 41, 43, 45, 47, 48, 49,
    50,
  ],
  down: [
    4, 5, 7, 9, 12, 15, 17, 18, 18, 17, 15, 13, 12, 12, 13, 15, 17, 19, 21, 22, 23, 24, 24, 25, 26, 27, 28, 29, 30, 31,
  ],
};

export const syncing: Answers = {
  ...rootFolders,
  ...signedIn(atWork),
  // The first four minutes passed before the window was opened.
  'rates.list': () => ({ samples: samples.slice(0, WATCHED_FROM) }),
};

const WATCHED_FROM = 24;
const samples = rates.up.map((up, at) => ({
  atMs: now + (at - WATCHED_FROM) * 10_000,
  up: up * 1_000_000,
  down: (rates.down[at] ?? 0) * 1_000_000,
}));

/** The window is open for the last minute of five. */
export async function watchRates(page: Page, bridge: FakeBridge): Promise<void> {
  for (const { atMs, up, down } of samples.slice(WATCHED_FROM)) {
    await bridge.emit('status', { ...atWork, rate: { upBytesPerSecond: up, downBytesPerSecond: down } });
    await page.clock.setFixedTime(atMs);
    // The window takes a sample a second.
    await page.clock.runFor(1_000);
  }
}

type Told = Pick<AttentionItem, 'path' | 'code'> & Partial<AttentionItem>;

export const problem = (says: ProblemMessage, told: Told): AttentionItem => ({
  rootId: 1,
  cause: says.code,
  args: inWords({ ...says.args }, say),
  sentence: say(says),
  remedy: say(fixOf(says)),
  reach: 'blocked',
  retryAtMs: null,
  ...told,
});

const outlook = 'Q3\\Q4 outlook.xlsx';

export const attention: Answers = {
  ...rootFolders,
  ...signedIn(
    status({
      state: 'attention',
      sentence: say(titleOf({ code: 'items_need_attention', args: { items: 3 } })),
      detail: say({ code: 'rest_in_sync', args: {} }),
      roots: [
        { ...roots.documents, state: 'attention', conflicts: 1, blocked: 1, attention: 2 },
        { ...roots.studio, state: 'attention', held: 128, attention: 1 },
        roots.launch,
      ],
      attention: [
        problem(
          { code: 'both_edited', args: { subject: 'site-notes.md' } },
          { path: 'site-notes.md', code: 'conflict', conflict: 4, by: people.carol },
        ),
        problem(
          { code: 'name_refused_by_service', args: { name: outlook, fault: 'slashes', limit: 0, unit: 'characters' } },
          {
            path: outlook,
            code: 'name_not_allowed_by_service',
            suggestedName: 'Q3-Q4 outlook.xlsx',
            canKeepHere: true,
          },
        ),
        problem(
          { code: 'batch_held', args: { items: 128, what: 'deletes', direction: 'to-remote' } },
          { rootId: 2, path: 'raw/1.raw', code: 'held_by_guard', held: 3 },
        ),
      ],
      attentionTotal: 3,
    }),
  ),
  ...recent,
  'held.list': () => [
    {
      id: 3,
      rootId: 2,
      what: 'deletes',
      direction: 'to-remote',
      items: 128,
      bytes: 4_000_000_000,
      sinceMs: now - 60 * minutes,
      sample: ['raw/1.raw', 'raw/2.raw', 'raw/3.raw'],
      sentence: say({
        code: 'held',
        args: { items: 128, what: 'deletes', direction: 'to-remote', folder: 'Studio/raw' },
      }),
    },
  ],
};

type Look = Parameters<typeof listedFile>[2];
export const by = (person: (typeof people)[keyof typeof people], modified_at: string, size: number): Look =>
  ({ modified_by: person, modified_at, content_modified_at: modified_at, size }) as Look;

const link = {
  url: 'https://files.example.com/s/8fKq2v',
  access: 'open',
  effective_access: 'open',
  is_password_enabled: false,
  unshared_at: null,
  download_count: 3,
  preview_count: 12,
  permissions: { can_download: true, can_preview: true, can_edit: false },
};

/** A folder with a row in each state. */
export const files: Answers = folderOf(
  [
    listedFolder('20', '2025', { modified_by: people.ann, modified_at: '2026-01-02T10:00:00Z' } as never),
    listedFolder('21', 'Drafts', by(people.carol, '2026-11-23T14:03:00Z', 1_200_000_000) as never),
    listedFolder('22', 'Signed', {
      ...by(people.bob, '2026-03-12T10:00:00Z', 340_000_000),
      has_collaborations: true,
      shared_link: link,
    } as never),
    listedFile('1', 'agreement-signed.pdf', by(people.bob, '2026-11-09T10:00:00Z', 2_100_000)),
    listedFile('2', 'agreement.docx', {
      ...by(people.ann, '2026-11-09T09:00:00Z', 1_400_000),
      shared_link: link,
    } as never),
    listedFile('3', 'budget-2027.xlsx', by(people.ann, '2026-11-23T14:04:50Z', 212_000)),
    listedFile('4', 'facade-east.dwg', {
      ...by(people.bob, '2026-11-23T11:20:00Z', 6_100_000),
      lock: { id: '1', type: 'lock', created_by: people.bob },
    } as never),
    listedFile('5', 'interview-04.m4a', by(people.carol, '2026-10-18T10:00:00Z', 31_000_000)),
    listedFile('6', 'kick-off.pptx', by(people.dev, '2026-11-03T10:00:00Z', 18_000_000)),
    listedFile('7', 'render-settings.json', by(people.dev, '2026-10-02T10:00:00Z', 3_000)),
    listedFile('8', 'signing.jpg', by(people.dev, '2026-10-24T10:00:00Z', 4_800_000)),
    listedFile('9', 'site-notes.md', by(people.carol, '2026-11-23T13:58:00Z', 8_000)),
    listedFile('10', 'tender-package.zip', by(people.bob, '2026-10-20T10:00:00Z', 96_000_000)),
    listedFile('11', 'walk-through.mp4', by(people.carol, '2026-10-28T10:00:00Z', 1_100_000_000)),
  ],
  [
    pathState('20', { status: 'excluded' }),
    pathState('21', { beneath: 'syncing', progress: 0.71 }),
    pathState('3', { status: 'syncing', progress: 0.43 }),
    pathState('4', { status: 'waiting', code: 'item_locked' }),
    pathState('9', { status: 'conflict', conflict: 4 }),
    pathState('11', { status: 'outside', rootId: null }),
  ],
);

/** Draws the first page of a document, a signed letter. */
export async function drawDocument(page: Page): Promise<void> {
  const lines = [60, 76, 92, 108, 124, 156, 172, 188]
    .map((y) => `<path d="M24 ${y}h${y === 124 ? 150 : 199}"/>`)
    .join('');
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="247" height="320"><rect width="247" height="320" fill="#fff"/>
    <path d="M24 34h124" stroke="#4b5563" stroke-width="9"/><g stroke="#c9ced6" stroke-width="5">${lines}</g>
    <path d="M24 224q10-22 16-2t12-10 9 8 14-10 12 8 20-6" fill="none" stroke="#2b4a7f" stroke-width="2.5"/></svg>`;
  await page.route('**/content/thumbnail/**', (route) => route.fulfill({ body, contentType: 'image/svg+xml' }));
}

/** Transfers and problems at once, as the tray window shows them. */
const problems = attention['status.get']?.({});
export const busyStatus = { ...atWork, attention: problems?.attention ?? [], attentionTotal: 3 };

/** The same work while the service is unreachable. */
export const offlineStatus: Status = {
  ...atWork,
  state: 'offline',
  sentence: say(titleOf({ code: 'offline', args: {} })),
  detail: say(fixOf({ code: 'offline', args: {} })),
  account: {
    ...atWork.account,
    state: 'offline',
    sentence: say(withFix({ code: 'offline', args: {} })),
    retryAtMs: now + 90_000,
  },
};
