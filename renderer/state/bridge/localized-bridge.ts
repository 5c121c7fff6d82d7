import type { HostBridge, TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { speakFeeds, speakResult } from '../../../preload/words/speak.ts';
import type { Say } from '../../../preload/words/wording.ts';

/** The bridge in the window's language: messages become text here, once, so that pages can show them directly. */
export function localizedBridge(bridge: HostBridge, say: Say): TandemBridge {
  return {
    host: bridge.host,
    call: async (name, input) => speakResult({ name, input }, await bridge.call(name, input), say),
    subscribe: speakFeeds(bridge, say).subscribe,
    connection: () => bridge.connection(),
    onConnection: (listener) => bridge.onConnection(listener),
    pathOf: (file) => bridge.pathOf(file),
    sendDrop: async (id, file, signal, onProgress) => {
      const sent = await bridge.sendDrop(id, file, signal, onProgress);
      return sent.ok ? sent : { ...sent, message: say(sent.message) };
    },
  };
}
