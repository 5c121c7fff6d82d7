import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readIds } from '../../../../../main/shell/notices/kept-ids.ts';
import { type StatusNotices, statusNotices } from '../../../../../main/shell/notices/status-notices.ts';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import type { FeedMessage } from '../../../../../preload/ipc/feeds.ts';
import type { AttentionItem, Status } from '../../../../../preload/ipc/shapes/status.ts';
import { rootStatus, statusWith } from '../../../../support/desktop/seam-double.ts';

let folder: string;
let file: string;
let told: FeedMessage<'notice'>[];
let notices: StatusNotices;
let nowMs: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-status-notices-'));
  file = path.join(folder, 'told-attention.json');
  told = [];
  nowMs = 0;
  notices = await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await notices.close();
  await rm(folder, { recursive: true, force: true });
});

const open = () =>
  statusNotices({
    file,
    tell: (notice) => told.push(notice),
    now: () => new Date((nowMs += 1)),
    warn: (cause) => expect.unreachable(String(cause)),
    texts: shellTexts([]),
  });
const item = (name: string, reach: AttentionItem['reach'] = 'blocked'): AttentionItem => ({
  rootId: 1,
  path: name,
  code: 'name_not_allowed_here',
  cause: 'name_not_allowed_here',
  args: { subject: name },
  sentence: `“${name}” cannot be kept here.`,
  remedy: 'Rename it.',
  reach,
  retryAtMs: null,
});
const needing = (...attention: AttentionItem[]): Status =>
  statusWith({ roots: [rootStatus], attention, attentionTotal: attention.length });
const gathered = () => vi.advanceTimersByTime(60_000);
const kept = (count: number) => vi.waitFor(async () => expect(await readIds(file)).toHaveLength(count));

test('items that need attention are notified together, once', async () => {
  notices.follow(needing(item('a'), item('later', 'waiting')));
  notices.follow(needing(item('a'), item('b'), item('c')));
  gathered();
  notices.follow(needing(item('a'), item('b'), item('c')));
  gathered();
  expect(told.map(({ kind, title }) => [kind, title])).toEqual([['attention', '3 items need your attention']]);
  notices.follow(needing(item('a'), item('b'), item('c'), item('d')));
  gathered();
  expect(told[1]).toMatchObject({ title: 'An item needs your attention', body: '“d” cannot be kept here. Rename it.' });
  expect(new Set(told.map(({ id }) => id)).size).toBe(2);
  await kept(4);
});

test('a held batch is notified once, by its size, also while it grows and another of its files stands for it', () => {
  const batch = (path: string, items: number, held: number): AttentionItem => ({
    ...item(path),
    code: 'held_by_guard',
    cause: 'batch_held',
    args: { items, what: 'deletes', direction: 'to-remote' },
    sentence: `${items} items would be deleted on the service at once, including this one.`,
    remedy: 'Apply or restore the held batch.',
    held,
  });
  notices.follow(needing(batch('raw/1.raw', 128, 3)));
  gathered();
  notices.follow(needing(batch('raw/2.raw', 140, 3)));
  gathered();
  expect(told.map(({ title, body }) => [title, body])).toEqual([
    ['128 items are held until you decide', 'Apply or restore the held batch.'],
  ]);
  notices.follow(needing(batch('raw/2.raw', 140, 3), batch('raw/3.raw', 80, 4), item('a')));
  gathered();
  expect(told[1]?.title).toBe('2 items need your attention');
});

test('a problem that settles within a moment is not notified', () => {
  notices.follow(needing(item('a')));
  notices.follow(needing());
  gathered();
  expect(told).toEqual([]);
});

test('a restart tells nothing again, not even before the folders were looked at', async () => {
  notices.follow(needing(item('a')));
  gathered();
  await kept(1);
  notices = await open();
  notices.follow({ ...needing(), roots: [{ ...rootStatus, state: 'checking' }] });
  notices.follow(needing(item('a')));
  gathered();
  expect(told).toHaveLength(1);
});

test('a settled problem that returns is notified again', async () => {
  notices.follow(needing(item('a')));
  gathered();
  notices.follow(needing());
  notices.follow(needing(item('a')));
  gathered();
  expect(told).toHaveLength(2);
});

test('of a list that is cut nothing is taken for settled', () => {
  notices.follow(needing(item('a')));
  gathered();
  notices.follow({ ...needing(item('b')), attentionTotal: 60 });
  notices.follow(needing(item('a'), item('b')));
  gathered();
  expect(told.map(({ title }) => title)).toEqual(['An item needs your attention', 'An item needs your attention']);
});

test('an expired sign-in is notified once, even across a restart, and again after a new sign-in', async () => {
  const account = (state: Status['account']['state']) =>
    statusWith({ account: { ...statusWith({}).account, state, sentence: null } });
  notices.follow(account('signed_out'));
  notices.follow(account('signed_out'));
  await kept(1);
  notices = await open();
  notices.follow(account('connecting'));
  notices.follow(account('signed_out'));
  expect(told).toHaveLength(1);
  notices.follow(account('connected'));
  notices.follow(account('signed_out'));
  expect(told.map(({ kind }) => kind)).toEqual(['signed_out', 'signed_out']);
});

test('nothing is notified after the end', () => {
  notices.follow(needing(item('a')));
  void notices.close();
  gathered();
  expect(told).toEqual([]);
});
