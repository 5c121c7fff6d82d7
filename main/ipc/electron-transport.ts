import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import type { CommandName, CommandResult } from '../../preload/ipc/commands.ts';
import type { FeedName } from '../../preload/ipc/feeds.ts';
import { refusalOf } from '../../preload/ipc/refusal.ts';
import { channels } from '../../preload/ipc/transport/channels.ts';
import { isFeedName } from '../../preload/ipc/transport/parse.ts';
import { callCommand } from './call-command.ts';
import type { Served } from './websocket-transport.ts';

/**
 * The command table over Electron messages. Each message is checked twice first: its sender must be the main frame of our own page, and its shape
 * must match the table.
 */
export type ElectronTransport = { close(): void };

export type ElectronTransportParts = {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler' | 'on' | 'off'>;
  readonly served: Served;
  readonly isTrustedSender: (event: IpcMainEvent | IpcMainInvokeEvent) => boolean;
};

export function serveElectron({ ipcMain, served, isTrustedSender }: ElectronTransportParts): ElectronTransport {
  const subscriptions = new Map<WebContents, Map<FeedName, () => void>>();

  const answer = async (
    event: IpcMainInvokeEvent,
    name: unknown,
    input: unknown,
  ): Promise<CommandResult<CommandName>> => {
    if (!isTrustedSender(event)) return { ok: false, error: notOurWindow };
    return callCommand(served.handlers, typeof name === 'string' ? name : typeof name, input, served.reportBug);
  };

  const feedsOf = (window: WebContents): Map<FeedName, () => void> => {
    const known = subscriptions.get(window);
    if (known !== undefined) return known;
    const fresh = new Map<FeedName, () => void>();
    subscriptions.set(window, fresh);
    window.once('destroyed', () => {
      endAll(fresh);
      subscriptions.delete(window);
    });
    return fresh;
  };

  const subscribe = (event: IpcMainEvent, feed: unknown): void => {
    if (!isTrustedSender(event) || typeof feed !== 'string' || !isFeedName(feed)) return;
    const window = event.sender;
    const feeds = feedsOf(window);
    // A repeated subscription (a reloaded page, a second listener) gets the state at once, and a single stream of messages.
    feeds.get(feed)?.();
    const post = (message: unknown): void => {
      if (!window.isDestroyed()) window.send(channels.feed, feed, message);
    };
    feeds.set(feed, served.feeds.subscribe(feed, post));
  };

  const unsubscribe = (event: IpcMainEvent, feed: unknown): void => {
    if (!isTrustedSender(event) || typeof feed !== 'string' || !isFeedName(feed)) return;
    const feeds = subscriptions.get(event.sender);
    feeds?.get(feed)?.();
    feeds?.delete(feed);
  };

  ipcMain.handle(channels.call, answer);
  ipcMain.on(channels.subscribe, subscribe);
  ipcMain.on(channels.unsubscribe, unsubscribe);
  return {
    close() {
      ipcMain.removeHandler(channels.call);
      ipcMain.off(channels.subscribe, subscribe);
      ipcMain.off(channels.unsubscribe, unsubscribe);
      for (const feeds of subscriptions.values()) endAll(feeds);
      subscriptions.clear();
    },
  };
}

const notOurWindow = refusalOf('forbidden', { code: 'not_our_window', args: {} });

function endAll(feeds: Map<FeedName, () => void>): void {
  for (const end of feeds.values()) end();
  feeds.clear();
}
