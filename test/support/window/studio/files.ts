import type { Page } from '@playwright/test';
import type { Answers } from '../fake-bridge.ts';
import { folderOf, listedFile, listedFolder, pathState } from '../folder-answers.ts';
import { now } from '../status-states.ts';
import { people } from './people.ts';

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

/** An item's folder, and the folders above it. */
export function pathOf(...folders: readonly (readonly [id: string, name: string])[]) {
  const entries = [['0', 'All files'] as const, ...folders].map(([id, name]) => ({ type: 'folder', id, name }));
  return { parent: entries.at(-1), path_collection: { total_count: entries.length, entries } };
}

export const inContracts = pathOf(['11', 'Documents'], ['16', 'Contracts']);

/** A folder of documents, with a row in each state. */
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
    listedFile('7', 'render-settings.json', by(people.farid, '2026-10-02T10:00:00Z', 3_000)),
    listedFile('8', 'signing.jpg', by(people.dev, '2026-10-24T10:00:00Z', 4_800_000)),
    listedFile('9', 'site-notes.md', by(people.carol, '2026-11-23T13:58:00Z', 8_000)),
    listedFile('10', 'tender-package.zip', by(people.elena, '2026-10-20T10:00:00Z', 96_000_000)),
    listedFile('11', 'walk-through.mp4', by(people.grace, '2026-10-28T10:00:00Z', 1_100_000_000)),
  ],
  [
    pathState('20', { status: 'excluded' }),
    pathState('21', { beneath: 'syncing', progress: 0.71 }),
    pathState('3', { status: 'syncing', progress: 0.43 }),
    pathState('4', { status: 'waiting', code: 'item_locked' }),
    pathState('9', { status: 'conflict', conflict: 4 }),
    pathState('11', { status: 'outside', rootId: null }),
  ],
  { id: '16', name: 'Contracts', ...pathOf(['11', 'Documents']) } as never,
);

/** Draws the first page of a document, a signed letter. */
export async function drawDocument(page: Page): Promise<void> {
  const lines = [60, 76, 92, 108, 124, 156, 172, 188]
    .map((y) => `<path d="M24 ${y}h${y === 124 ? 150 : 199}"/>`)
    .join('');
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="247" height="320"><rect width="247" height="320" fill="#fff"/>
    <path d="M24 34h124" stroke="#4b5563" stroke-width="9"/><g stroke="#c9ced6" stroke-width="5">${lines}</g>
    <path d="M24 216q6-12 10-2t7-6 5 5 8-6 7 5 12-4" fill="none" stroke="#2b4a7f" stroke-width="2.5"/></svg>`;
  await page.route('**/content/thumbnail/**', (route) => route.fulfill({ body, contentType: 'image/svg+xml' }));
}

const day = 86_400_000;
const accepted = { type: 'collaboration', status: 'accepted' } as const;

/** Who has access to each item: people, a group, and a person who has not answered yet. */
const access = [
  { ...accepted, id: '1', role: 'editor', accessible_by: people.carol },
  { ...accepted, id: '2', role: 'editor', accessible_by: people.bob },
  { ...accepted, id: '3', role: 'uploader', accessible_by: people.dev },
  { ...accepted, id: '4', role: 'viewer', accessible_by: { type: 'group', id: '21', name: 'Studio team' } },
  {
    ...accepted,
    id: '5',
    role: 'viewer',
    status: 'pending',
    accessible_by: people.elena,
    created_at: new Date(now - 2 * day).toISOString(),
  },
];

const collaborations = { entries: access, limit: 1000, next_marker: null };

export const shared: Answers = {
  service: {
    listFolderCollaborations: () => collaborations as never,
    listGroupMemberships: () => ({ entries: [], total_count: 6, limit: 1, offset: 0 }) as never,
  },
};

const said = { type: 'comment', is_reply_comment: false } as const;
const clause = 'Clause 4 still names the old site.';

/** A file that people talk about. */
export const discussed: Answers = {
  'window.address': ({ path }) => ({ path }),
  service: {
    listTasks: () => ({ entries: [], total_count: 0 }),
    listVersions: () =>
      ({
        entries: ['2', '1'].map((id) => ({ type: 'file_version', id })),
        total_count: 2,
        limit: 100,
        offset: 0,
      }) as never,
    listFileCollaborations: () => ({ ...collaborations, entries: [...access, ...bo] }) as never,
    listComments: () =>
      ({
        entries: [
          {
            ...said,
            id: '1',
            message: clause,
            tagged_message: `${clause} @[${people.ann.id}:${people.ann.name}] can you check before we send it?`,
            created_by: people.carol,
            created_at: '2026-11-22T16:12:00Z',
          },
          {
            ...said,
            id: '2',
            is_reply_comment: true,
            item: { type: 'comment', id: '1' },
            message: 'Fixed in version 3.',
            created_by: people.ann,
            created_at: '2026-11-23T09:03:00Z',
          },
        ],
        total_count: 2,
        limit: 1000,
        offset: 0,
      }) as never,
  },
};

const bo = [
  { ...accepted, id: '6', role: 'viewer', accessible_by: { type: 'user', id: '27', name: 'Bo Lindqvist', login: '' } },
];
