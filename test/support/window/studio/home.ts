import type { Page } from '@playwright/test';
import type { ActivityEntry, AttentionItem, Status, TransferStatus } from '../../../../preload/ipc/shapes/status.ts';
import { fixOf, type Message, type ProblemMessage, titleOf, withFix } from '../../../../preload/words/message.ts';
import { inWords } from '../../../../preload/words/wording.ts';
import type { Answers, FakeBridge } from '../fake-bridge.ts';
import { listedFolder } from '../folder-answers.ts';
import { now, rootStatus, say, signedIn, status } from '../status-states.ts';
import { people } from './people.ts';

/** The window of a studio: Home and the tray in each state. */
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

/** What Carol shares, and Ann has not answered yet. */
const invitations: Status['invitations'] = [
  {
    id: '5',
    from: people.carol.name,
    fromId: people.carol.id,
    item: 'Harbour House',
    role: 'editor',
    createdAtMs: now - 5 * minutes,
  },
];

export const idle: Answers = {
  ...rootFolders,
  ...signedIn(
    status({
      roots: [
        { ...roots.documents, lastChange: { atMs: now - 2 * minutes, sentence: say(lastChange) } },
        roots.studio,
        roots.launch,
      ],
      invitations,
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
  invitations,
  sentence: say(titleOf({ code: 'syncing_files', args: { files: 1_902 } })),
  detail: say({ code: 'to_go', args: { done: 1_180, bytes: 3_100_000_000, seconds: 62 } }),
  roots: [
    { ...roots.documents, state: 'syncing', ...busyWith(528), progress: 0.62 },
    { ...roots.studio, state: 'syncing', ...busyWith(194), progress: 0.78 },
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

/** A download that the disk has no space for, and a file that another app has open. */
export const errors: readonly AttentionItem[] = [
  problem(
    {
      code: 'disk_space_short',
      args: {
        subject: 'walk-through.mp4',
        neededBytes: 1_100_000_000,
        freeBytes: 640_000_000,
        folder: '/home/ann/Documents',
      },
    },
    { path: 'Contracts/walk-through.mp4', code: 'disk_full' },
  ),
  problem(
    { code: 'file_in_use', args: { subject: 'elevations.dwg' } },
    { rootId: 2, path: '2026/elevations.dwg', code: 'file_in_use', reach: 'waiting', retryAtMs: now + 2 * minutes },
  ),
];

const outlook = 'Q3\\Q4 outlook.xlsx';

export const attention: Answers = {
  ...rootFolders,
  ...signedIn(
    status({
      state: 'attention',
      invitations,
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

/** Transfers and problems at once, as the tray window shows them. */
const problems = attention['status.get']?.({});
export const busyStatus = { ...atWork, invitations: [], attention: problems?.attention ?? [], attentionTotal: 3 };

/** The same work while the service is unreachable. */
export const offlineStatus: Status = {
  ...atWork,
  invitations: [],
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
