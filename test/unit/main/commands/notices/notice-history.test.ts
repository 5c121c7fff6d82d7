import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openNoticeHistory } from '../../../../../main/commands/notices/notice-history.ts';
import type { FeedMessage, FeedSource } from '../../../../../preload/ipc/feeds.ts';

type Told = FeedMessage<'notice'>;

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'tandem-notices-'));
});
afterEach(() => rm(state, { recursive: true, force: true }));

/** The history of a process, and windows that follow it. */
async function openHost(account = 'service 1') {
  const tellers = new Set<(notice: Told) => void>();
  const warned: unknown[] = [];
  const feeds: FeedSource = {
    subscribe: (feed, listener) => {
      if (feed === 'notice') tellers.add(listener as (notice: Told) => void);
      return () => undefined;
    },
  };
  const history = await openNoticeHistory({ state, nowMs: () => 7, warn: (cause) => warned.push(cause) });
  history.open(account);
  const followed = history.follow(feeds);
  const tell = (id: string, invitation: Told['invitation'] = null): void => {
    for (const teller of tellers) teller({ id, kind: 'attention', title: id, body: '', invitation });
  };
  const openWindow = async () => {
    let last: FeedMessage<'notices'> = { notices: [], readInvitations: [] };
    const close = followed.subscribe('notices', (next) => {
      last = next;
    });
    await Promise.resolve();
    return {
      shown: () => last.notices.map(({ id, isRead }) => `${id} ${isRead ? 'read' : 'new'}`),
      readInvitations: () => last.readInvitations,
      close,
    };
  };
  return { history, tell, openWindow, warned };
}

test('a notice is kept before the first window opens, newest first, and an invitation is none: it stays pending', async () => {
  const { tell, openWindow } = await openHost();
  for (const id of ['1', '2']) tell(id);
  tell('3', { id: '9' } as Told['invitation']);
  expect((await openWindow()).shown()).toEqual(['2 new', '1 new']);
});

test('a notice marked as read in one window is read in all of them, and after a restart', async () => {
  const { history, tell, openWindow } = await openHost();
  for (const id of ['1', '2', '3']) tell(id);
  const [one, other] = [await openWindow(), await openWindow()];
  history.markRead({ ids: ['2'] });
  expect([one.shown(), other.shown()]).toEqual([
    ['3 new', '2 read', '1 new'],
    ['3 new', '2 read', '1 new'],
  ]);
  tell('4');
  history.markRead({ ids: ['4', '3'], invitations: ['8', '9'] });
  expect(other.shown()).toEqual(['4 read', '3 read', '2 read', '1 new']);
  one.close();
  tell('5');
  expect([one.shown().length, other.shown().length]).toEqual([4, 5]);

  const again = await openHost();
  const late = await again.openWindow();
  expect(late.shown()).toEqual(['5 new', '4 read', '3 read', '2 read', '1 new']);
  expect(late.readInvitations()).toEqual(['8', '9']);
});

test('a notice that recurs is unread again, and takes the place of the one before', async () => {
  const { history, tell, openWindow } = await openHost();
  for (const id of ['1', '2']) tell(id);
  history.markRead({ ids: ['1', '2'] });
  tell('1');
  expect((await openWindow()).shown()).toEqual(['1 new', '2 read']);
});

test('another account has notices of its own, also under the same ids', async () => {
  const ann = await openHost();
  ann.tell('mention comment 12');
  ann.history.markRead({ ids: ['mention comment 12'], invitations: ['8'] });
  const bob = await openHost('service 2');
  const window = await bob.openWindow();
  expect([window.shown(), window.readInvitations()]).toEqual([[], []]);
  bob.tell('mention comment 12');
  expect(window.shown()).toEqual(['mention comment 12 new']);
  bob.history.open('service 1');
  expect(window.shown()).toEqual([]);
});

test('a sign-out deletes the notices, and those that arrive without an account are not kept', async () => {
  const { history, tell, openWindow } = await openHost();
  tell('1');
  const window = await openWindow();
  history.forget();
  tell('2');
  expect([window.shown(), await readdir(state)]).toEqual([[], []]);
  history.open('service 1');
  expect(window.shown()).toEqual([]);
});

test('of many notices the newest fifty are kept', async () => {
  const { tell, openWindow } = await openHost();
  for (let count = 1; count <= 51; count += 1) tell(String(count));
  const shown = (await openWindow()).shown();
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([50, '51 new', '2 new']);
});

test('a damaged file counts as empty, and the next notice replaces it', async () => {
  const file = join(state, 'notices.json');
  await writeFile(file, '{"notices": "none"');
  const { tell, openWindow } = await openHost();
  tell('1');
  expect((await openWindow()).shown()).toEqual(['1 new']);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ notices: [{ id: '1', atMs: 7 }] });
});

test('a history that can’t be written is kept for the windows of this process', async () => {
  await mkdir(join(state, 'notices.json'));
  const { tell, openWindow, warned } = await openHost();
  tell('1');
  expect((await openWindow()).shown()).toEqual(['1 new']);
  expect(warned).toHaveLength(1);
});
