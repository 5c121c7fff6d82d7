import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { z } from 'zod';
import type { HostBridge } from './ipc/bridge.ts';
import { channels } from './ipc/channels.ts';
import { type CommandResult, WireResult } from './ipc/commands.ts';
import type { FeedName } from './ipc/feeds.ts';
import { parseFeedMessage, parseResult } from './ipc/parse.ts';

/**
 * The preload of the Electron window, one CommonJS file for the sandbox: it puts the bridge on `window.tandem` and nothing else
 * of Electron. What comes from the main process is checked here as well, so that a page only ever sees shapes of the table.
 */

// The page's policy forbids `eval`, which zod would try for speed.
z.config({ jitless: true });

const listeners = new Map<FeedName, Set<(message: unknown) => void>>();

ipcRenderer.on(channels.feed, (_event, feed: FeedName, message: unknown) => {
  for (const deliver of listeners.get(feed) ?? []) deliver(message);
});

// A link, the tray or a notification leads to a place of the page: its router follows the hash.
ipcRenderer.on(channels.go, (_event, place: unknown) => {
  if (typeof place === 'string' && place.startsWith('/')) location.hash = place;
});

const bridge: HostBridge = {
  host: 'electron',
  async call(name, input) {
    const answered: unknown = await ipcRenderer.invoke(channels.call, name, input);
    return parseElectronAnswer(name, answered);
  },
  subscribe(feed, listener) {
    const deliver = (raw: unknown): void => {
      const message = parseFeedMessage(feed, raw);
      if (message !== null) listener(message);
    };
    const known = listeners.get(feed);
    if (known === undefined) listeners.set(feed, new Set([deliver]));
    else known.add(deliver);
    ipcRenderer.send(channels.subscribe, feed);
    return () => {
      const left = listeners.get(feed);
      if (left === undefined || !left.delete(deliver) || left.size > 0) return;
      listeners.delete(feed);
      ipcRenderer.send(channels.unsubscribe, feed);
    };
  },
  // The main process lives exactly as long as its window.
  connection: () => 'connected',
  onConnection: () => () => undefined,
  pathOf(file) {
    const path = webUtils.getPathForFile(file);
    return path === '' ? null : path;
  },
  async sendDrop() {
    return { ok: false, reason: 'refused', message: 'This window hands over paths, not bytes.' };
  },
};

contextBridge.exposeInMainWorld('tandem', bridge);

function parseElectronAnswer<Name extends Parameters<HostBridge['call']>[0]>(
  name: Name,
  answered: unknown,
): CommandResult<Name> {
  const result = WireResult.safeParse(answered);
  if (result.success) return parseResult(name, result.data);
  return {
    ok: false,
    error: {
      code: 'bad_answer',
      message: `The answer to "${name}" was no result.`,
      remedy: 'Restart Tandem.',
    },
  };
}
