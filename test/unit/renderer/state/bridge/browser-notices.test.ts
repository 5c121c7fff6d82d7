import { expect, test } from 'vitest';
import type { SpokenFeeds, SpokenMessage } from '../../../../../preload/ipc/feeds.ts';
import { firstChoices } from '../../../../../preload/ipc/shapes/window-choices.ts';
import type { TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import { tellInBrowser } from '../../../../../renderer/state/bridge/browser-notices.ts';

type Notice = SpokenMessage<'notice'>;
const notice = (kind: Notice['kind']): Notice => ({ id: `${kind} 1`, kind, title: kind, body: 'b', invitation: null });
const wanted = { invitation: true, mention: true, attention: false, drop_finished: true, signed_out: true };

/** A page in a browser, as far as telling goes. */
function openPage(page: Partial<{ host: TandemBridge['host']; permission: NotificationPermission; looks: boolean }>) {
  const { host = 'browser', permission = 'granted', looks = false } = page;
  const shown: string[] = [];
  const listeners: ((notice: Notice) => void)[] = [];
  const subscribe: SpokenFeeds['subscribe'] = (feed, listener) => {
    if (feed === 'notice') listeners.push(listener as (notice: Notice) => void);
    return () => undefined;
  };
  const answer = { notifications: wanted, startAtLogin: null, proxy: null, language: null, ...firstChoices };
  const bridge: TandemBridge = {
    host,
    subscribe,
    call: async () => ({ ok: true, value: answer }) as never,
    connection: () => 'connected',
    onConnection: () => () => undefined,
    pathOf: () => null,
    sendDrop: async () => ({ ok: true }),
  };
  tellInBrowser(bridge, {
    permission: () => permission,
    show: (_title, _body, id) => shown.push(id),
    isLooking: () => looks,
  });
  const tell = async (kind: Notice['kind']) => {
    for (const listener of listeners) listener(notice(kind));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { tell, shown };
}

test('tells the kinds that are wanted, and no other', async () => {
  const { tell, shown } = openPage({});
  await tell('invitation');
  await tell('attention');
  await tell('signed_out');
  expect(shown).toEqual(['invitation 1', 'signed_out 1']);
});

test.each([{ permission: 'default' }, { permission: 'denied' }, { looks: true }, { host: 'electron' }] as const)(
  'says nothing: %j',
  async (page) => {
    const { tell, shown } = openPage(page);
    await tell('invitation');
    expect(shown).toEqual([]);
  },
);
