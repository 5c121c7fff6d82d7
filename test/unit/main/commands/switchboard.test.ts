import { expect, test } from 'vitest';
import { terminalHost } from '../../../../main/cli/terminal/terminal-host.ts';
import { fixedAccount } from '../../../../main/commands/account/account-desk.ts';
import { lineWithoutAccount } from '../../../../main/commands/no-account.ts';
import { createSwitchboard, type Line } from '../../../../main/commands/switchboard.ts';
import { callCommand } from '../../../../main/ipc/call-command.ts';
import { commands } from '../../../../preload/ipc/commands.ts';
import type { FeedMessage } from '../../../../preload/ipc/feeds.ts';
import { firstChoices } from '../../../../preload/ipc/shapes/window-choices.ts';

const bug = (name: string, cause: unknown): never => {
  throw new Error(name, { cause });
};
const nobody = (): Line =>
  lineWithoutAccount(
    {
      host: terminalHost('desk'),
      account: fixedAccount({ baseUrl: 'https://service/2.0', folder: '/home/ann' }),
      settings: {
        current: () => ({
          notifications: { invitation: true, mention: true, attention: true, drop_finished: true, signed_out: true },
          proxy: null,
          language: null,
          ...firstChoices,
          wasStarted: false,
        }),
        change: async () => undefined,
      },
      notices: { markRead: () => undefined },
      ownPlaces: [],
      guard: { limits: () => ({ items: 50, share: 0.25 }) },
      report: async () => 'report',
    },
    () => 5,
  );

test('without an account every command has an answer: what needs none, or a refusal that leads on', async () => {
  const { handlers } = nobody();
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(commands).sort());
  expect(await callCommand(handlers, 'status.get', {}, bug)).toMatchObject({
    ok: true,
    value: { state: 'attention', account: { state: 'signed_out', user: null }, roots: [] },
  });
  expect(await callCommand(handlers, 'session.get', {}, bug)).toMatchObject({ ok: true, value: { isAdmin: false } });
  expect(await callCommand(handlers, 'settings.get', {}, bug)).toMatchObject({ ok: true });
  expect(await callCommand(handlers, 'sync.pause', { forMs: null }, bug)).toMatchObject({
    ok: false,
    error: { code: 'no_account' },
  });
});

test('without an account no upload of another one is shown', async () => {
  const heard: unknown[] = [];
  nobody().feeds.subscribe('uploads', (uploads) => heard.push(uploads));
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toEqual([[]]);
});

test('listeners hear only the line that is plugged in', async () => {
  const board = createSwitchboard(nobody());
  const heard: unknown[] = [];
  const end = board.feeds.subscribe('status', ({ sentence }) => heard.push(sentence));
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toMatchObject([{ code: 'no_account' }]);

  const listeners = new Set<(status: FeedMessage<'status'>) => void>();
  const first = nobody();
  board.plug({
    ...first,
    handlers: { ...first.handlers, 'window.link': async () => ({ ok: true, value: { url: 'http://second' } }) },
    feeds: {
      subscribe: (feed, listener) => {
        const own = (status: FeedMessage<'status'>): void => {
          if (feed === 'status') (listener as (message: FeedMessage<'status'>) => void)(status);
        };
        listeners.add(own);
        return () => void listeners.delete(own);
      },
    },
  });
  expect(await board.handlers['window.link']({})).toEqual({ ok: true, value: { url: 'http://second' } });
  const status = await first.handlers['status.get']({});
  if (status.ok) for (const tell of listeners) tell({ ...status.value, sentence: 'Everything is in sync.' });
  expect(heard.at(-1)).toBe('Everything is in sync.');

  end();
  expect(listeners.size).toBe(0);
  board.plug(nobody());
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toHaveLength(2);
});
