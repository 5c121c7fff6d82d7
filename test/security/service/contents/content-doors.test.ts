import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../../../contract/scopes.ts';
import { indexContents } from '../../../../service/domain/notes/search/contents/index-contents.ts';
import type { ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { type ContentHouse, invitedRoles, openContentHouse, requireOk } from './content-house.ts';

let house: ContentHouse;
/** The file behind every door; no look changes it. */
let shown: Shown;
beforeAll(async () => {
  house = await openContentHouse({ config: { webhookAddresses: 'any' } });
  shown = await newShown();
});
afterAll(() => house[Symbol.asyncDispose]());

/** The content that a door shows one caller; the same check for every door. */
type Look = (caller: ServiceCaller, file: Shown) => Promise<boolean>;

/** A file of the owner with everything that a door could show. */
interface Shown {
  readonly id: string;
  readonly folderId: string;
  readonly versionId: string;
  readonly commentId: string;
  readonly taskId: string;
  readonly word: string;
  /** A word of its content. */
  readonly said: string;
}

async function newShown(): Promise<Shown> {
  const folder = await house.newFolder();
  const said = `said${folder.id}`;
  const file = await house.newFile(`the bytes, ${said}`, folder.id);
  const word = `word${file.id}`;
  const item = { type: 'file', id: file.id };
  const comment = requireOk(await house.owner.post('/comments', { item, message: `said ${word}` }));
  const task = requireOk(await house.owner.post('/tasks', { item, message: `do ${word}` }));
  const versionId = file.file_version.id;
  await indexContents(house.service.service);
  return { said, id: file.id, folderId: folder.id, versionId, commentId: comment.id, taskId: task.id, word };
}

const says = async (answer: ReturnType<ServiceCaller['get']>, text: string) => (await answer).bytes.includes(text);
const represented = { prefer: 'return=representation' };

const follow = async (caller: ServiceCaller, path: string) => {
  const { status, headers } = await caller.get(path);
  return status === 302 && says(caller.send('GET', String(headers['location'])), 'the bytes');
};
const zipped = async (caller: ServiceCaller, type: 'file' | 'folder', id: string) => {
  const { status, json } = await caller.post('/zip_downloads', { items: [{ type, id }] });
  return status === 202 && says(caller.send('GET', json.download_url), 'the bytes');
};
const copied = async (caller: ServiceCaller, path: string) =>
  (await caller.post(path, { name: house.freshName(), parent: { id: '0' } })).status === 201;

const doorsToBytes: Readonly<Record<string, Look>> = {
  'a download': (caller, { id }) => says(caller.get(`/files/${id}/content`, represented), 'the bytes'),
  'a download by its address': (caller, { id }) => follow(caller, `/files/${id}/content`),
  'a download of a version': (caller, { id, versionId }) =>
    says(caller.get(`/files/${id}/content?version=${versionId}`, represented), 'the bytes'),
  'a range': (caller, { id }) =>
    says(caller.get(`/files/${id}/content`, { ...represented, range: 'bytes=4-' }), 'bytes'),
  'a ZIP download': (caller, { id }) => zipped(caller, 'file', id),
  'a ZIP download of its folder': (caller, { folderId }) => zipped(caller, 'folder', folderId),
};
const doorsToCopies: Readonly<Record<string, Look>> = {
  'a copy of the file': (caller, { id }) => copied(caller, `/files/${id}/copy`),
  'a copy of its folder': (caller, { folderId }) => copied(caller, `/folders/${folderId}/copy`),
};
const doorsToPreviews: Readonly<Record<string, Look>> = {
  'a thumbnail': async (caller, { id }) => (await caller.get(`/files/${id}/thumbnail.png`)).status === 302,
  expiring_embed_link: async (caller, { id }) => {
    const { expiring_embed_link: link } = JSON.parse(
      (await caller.get(`/files/${id}?fields=expiring_embed_link`)).bytes.toString(),
    );
    return link !== undefined && says(caller.send('GET', link.url), 'the bytes');
  },
  'a search by what the content says': async (caller, { id, said }) =>
    says(caller.get(`/search?query=${said}`), `"id":"${id}"`),
  'a search that excludes what the content says': async (caller, { id, said }) => {
    const { name } = (await house.owner.get(`/files/${id}`)).json;
    const query = encodeURIComponent(`"${name}" NOT ${said}`);
    return !(await says(caller.get(`/search?query=${query}`), `"id":"${id}"`));
  },
};
const doorsToComments: Readonly<Record<string, Look>> = {
  'the comments': (caller, { id, word }) => says(caller.get(`/files/${id}/comments`), word),
  'a comment': (caller, { commentId, word }) => says(caller.get(`/comments/${commentId}`), word),
  comment_count: async (caller, { id }) =>
    Object.entries((await caller.get(`/files/${id}?fields=comment_count`)).json).some(
      ([name, value]) => name === 'comment_count' && value === 1,
    ),
  'comment_count in a listing': (caller, { folderId }) =>
    says(caller.get(`/folders/${folderId}/items?fields=comment_count`), '"comment_count":1'),
  'the tasks': (caller, { id, word }) => says(caller.get(`/files/${id}/tasks`), word),
  'a task': (caller, { taskId, word }) => says(caller.get(`/tasks/${taskId}`), word),
  'a search by what a comment says': async (caller, { id, word }) =>
    says(caller.get(`/search?query=${word}&content_types=comments`), `"id":"${id}"`),
  'a search that excludes what a comment says': async (caller, { id, word }) => {
    const { name } = (await house.owner.get(`/files/${id}`)).json;
    const query = encodeURIComponent(`"${name}" NOT ${word}`);
    const isFound = await says(caller.get(`/search?query=${query}&content_types=name,comments`), `"id":"${id}"`);
    return !isFound;
  },
  'the events': async (caller, { word }) => says(caller.get('/events?stream_type=all&limit=500'), word),
};
const doorsToHooks: Readonly<Record<string, Look>> = Object.fromEntries(
  ['COMMENT.CREATED', 'COMMENT.UPDATED', 'TASK_ASSIGNMENT.CREATED', 'TASK_ASSIGNMENT.UPDATED'].map((trigger) => [
    `a webhook on ${trigger}`,
    async (caller: ServiceCaller, { id }: Shown) => {
      const body = { target: { type: 'file', id }, address: 'https://example.org/told', triggers: [trigger] };
      const { status, json } = await caller.post('/webhooks', body);
      // Each user has one webhook per item.
      if (status === 201) requireOk(await caller.delete(`/webhooks/${json.id}`));
      return status === 201;
    },
  ]),
);

/** Which roles a kind of content is for, whatever the door. */
const rolesFor = {
  bytes: ['co-owner', 'editor', 'viewer uploader', 'viewer'],
  preview: invitedRoles.filter((role) => role !== 'uploader'),
  comments: invitedRoles.filter((role) => role !== 'uploader'),
} as const;

const cells = (doors: Readonly<Record<string, Look>>, kind: keyof typeof rolesFor) =>
  Object.entries(doors).flatMap(([door, look]) =>
    invitedRoles.map((role) => {
      const roles: readonly string[] = rolesFor[kind];
      const isOpen = roles.includes(role);
      return { door, look, role, isOpen, does: isOpen ? 'opens' : 'stays shut' };
    }),
  );

describe('each door to bytes asks the same right of a role', () => {
  test.each([...cells(doorsToBytes, 'bytes'), ...cells(doorsToCopies, 'bytes')])(
    '$door $does for a $role',
    async ({ look, role, isOpen }) => {
      expect(await look(house.members[role].caller, shown)).toBe(isOpen);
    },
  );
});

describe('each door to previews asks the same right of a role', () => {
  test.each(cells(doorsToPreviews, 'preview'))('$door $does for a $role', async ({ look, role, isOpen }) => {
    expect(await look(house.members[role].caller, shown)).toBe(isOpen);
  });
});

describe('each door to comments asks the same right of a role', () => {
  test.each([...cells(doorsToComments, 'comments'), ...cells(doorsToHooks, 'comments')])(
    '$door $does for a $role',
    async ({ look, role, isOpen }) => {
      expect(await look(house.members[role].caller, shown)).toBe(isOpen);
    },
  );
});

describe('a lock against downloads holds at each door to bytes', () => {
  test.each(Object.entries({ ...doorsToBytes, ...doorsToCopies }))('%s', async (_door, look) => {
    const file = await newShown();
    const editor = house.members.editor.caller;
    const lock = { type: 'lock', is_download_prevented: true };
    requireOk(await house.owner.put(`/files/${file.id}`, { lock }));
    expect(await look(editor, file)).toBe(false);
    expect(await look(house.owner, file)).toBe(true);
    requireOk(await house.owner.put(`/files/${file.id}`, { lock: null }));
    expect(await look(editor, file)).toBe(true);
  });
});

describe('a token opens only the doors of its scopes', () => {
  const doors: readonly (readonly [string, Look, readonly Scope[]])[] = [
    ...Object.entries(doorsToBytes).map(
      ([door, look]) => [door, look, ['root_readonly', 'root_readwrite', 'item_download']] as const,
    ),
    ...Object.entries(doorsToCopies).map(([door, look]) => [door, look, ['root_readwrite']] as const),
    [
      'a thumbnail',
      doorsToPreviews['a thumbnail'] as Look,
      ['root_readonly', 'root_readwrite', 'item_preview', 'base_preview', 'base_explorer'],
    ],
    // The field is part of an answer that itself needs a scope for reading.
    [
      'expiring_embed_link',
      doorsToPreviews['expiring_embed_link'] as Look,
      ['root_readonly', 'root_readwrite', 'base_explorer'],
    ],
    // So is a search.
    [
      'a search by what the content says',
      doorsToPreviews['a search by what the content says'] as Look,
      ['root_readonly', 'root_readwrite', 'base_explorer'],
    ],
  ];
  const scopes: readonly Scope[] = [
    'root_readonly',
    'root_readwrite',
    'item_read',
    'item_preview',
    'item_download',
    'base_preview',
    'base_explorer',
    'item_upload',
    'item_share',
    'manage_webhook',
  ];
  const scoped = doors.flatMap(([door, look, open]) =>
    scopes.map((scope) => ({ door, look, scope, isOpen: open.includes(scope) })),
  );
  test.each(scoped)('$door with $scope: $isOpen', async ({ look, scope, isOpen }) => {
    expect(await look(await house.narrowed([scope]), shown)).toBe(isOpen);
  });
});
