import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { z } from 'zod';
import { type CommandResult, WireResult } from './ipc/commands.ts';
import type { FeedName } from './ipc/feeds.ts';
import { refusalOf } from './ipc/refusal.ts';
import type { HostBridge } from './ipc/transport/bridge.ts';
import { channels } from './ipc/transport/channels.ts';
import { parseFeedMessage, parseResult } from './ipc/transport/parse.ts';

/**
 * Preload of the Electron window, one CommonJS file for the sandbox. It exposes only the bridge, as `window.tandem`. Messages from the main process
 * are validated here too, so a page sees only shapes from the command table.
 */

// The page's policy forbids `eval`, which zod would try for speed.
z.config({ jitless: true });

const listeners = new Map<FeedName, Set<(message: unknown) => void>>();

ipcRenderer.on(channels.feed, (_event, feed: FeedName, message: unknown) => {
  for (const deliver of listeners.get(feed) ?? []) deliver(message);
});

// Links, the tray and notifications navigate by changing the hash, which the page's router follows.
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
  // The main process lives as long as its window.
  connection: () => 'connected',
  onConnection: () => () => undefined,
  pathOf(file) {
    const path = webUtils.getPathForFile(file);
    return path === '' ? null : path;
  },
  async sendDrop() {
    return { ok: false, reason: 'refused', message: { code: 'paths_only', args: {} } };
  },
};

contextBridge.exposeInMainWorld('tandem', bridge);

function parseElectronAnswer<Name extends Parameters<HostBridge['call']>[0]>(
  name: Name,
  answered: unknown,
): CommandResult<Name> {
  const result = WireResult.safeParse(answered);
  if (result.success) return parseResult(name, result.data);
  return { ok: false, error: refusalOf('bad_answer', { code: 'answer_malformed', args: { what: name } }) };
}
