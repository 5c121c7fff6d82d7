import { beforeEach, expect, test, vi } from 'vitest';
import type { FeedMessage, FeedSource } from '../../../../../preload/ipc/feeds.ts';
import { openNotices } from '../../../../../renderer/state/bridge/notices.ts';

type Told = FeedMessage<'notice'>;
let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
});

function openWindow() {
  const listeners: ((notice: Told) => void)[] = [];
  const bridge = {
    subscribe: (_feed: string, listener: (notice: Told) => void) => listeners.push(listener),
  } as unknown as FeedSource;
  const notices = openNotices(bridge, () => 7);
  const tell = (id: string, invitation: Told['invitation'] = null) => {
    for (const listener of listeners) listener({ id, kind: 'attention', title: id, body: '', invitation });
  };
  const shown = () => notices.get().map(({ id, isRead }) => `${id} ${isRead ? 'read' : 'new'}`);
  return { notices, tell, shown };
}

test('a notice is shown once, newest first, and an invitation is none: it stays pending elsewhere', () => {
  const { tell, shown } = openWindow();
  for (const id of ['1', '2', '1']) tell(id);
  tell('3', { id: '9' } as Told['invitation']);
  expect(shown()).toEqual(['2 new', '1 new']);
});

test('read notices stay read after a reload', () => {
  const { notices, tell, shown } = openWindow();
  for (const id of ['1', '2', '3']) tell(id);
  notices.markRead('2');
  expect(shown()).toEqual(['3 new', '2 read', '1 new']);
  notices.markAllRead(['8', '9']);
  const again = openWindow();
  expect(again.shown()).toEqual(['3 read', '2 read', '1 read']);
  expect(again.notices.readInvitations.get()).toEqual(['8', '9']);
  again.tell('3');
  again.notices.markAllRead(['9']);
  expect([again.shown().length, again.notices.readInvitations.get()]).toEqual([3, ['9']]);
});

test('of many notices the newest fifty are kept', () => {
  const { tell, shown } = openWindow();
  for (let count = 1; count <= 51; count += 1) tell(String(count));
  expect([shown().length, shown()[0], shown().at(-1)]).toEqual([50, '51 new', '2 new']);
});

test('a store that is damaged or forbidden keeps nothing, and the window works on', () => {
  kept.set('tandem.notices', '{"not": "a list"');
  const { tell, shown } = openWindow();
  tell('1');
  expect(shown()).toEqual(['1 new']);
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('forbidden');
    },
    setItem: () => {
      throw new Error('forbidden');
    },
  });
  const other = openWindow();
  other.tell('2');
  expect(other.shown()).toEqual(['2 new']);
});
