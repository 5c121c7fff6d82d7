import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import type { Said } from '../../../preload/sentences/said.ts';
import { saidFeeds, saidResult } from '../../../preload/sentences/spoken.ts';

/** The same bridge in the language of `said`: what comes over it is put into words here, once, so that pages show what they get. */
export function localizedBridge(bridge: TandemBridge, said: Said): TandemBridge {
  return {
    host: bridge.host,
    call: async (name, input) => saidResult({ name, input }, await bridge.call(name, input), said),
    subscribe: saidFeeds(bridge, said).subscribe,
    connection: () => bridge.connection(),
    onConnection: (listener) => bridge.onConnection(listener),
    pathOf: (file) => bridge.pathOf(file),
    sendDrop: async (id, file, signal) => {
      const sent = await bridge.sendDrop(id, file, signal);
      return sent.ok ? sent : { ...sent, message: said(sent.message) };
    },
  };
}
