import type { HostBridge } from '../../../preload/ipc/transport/bridge.ts';
import { fixOf, type ProblemMessage } from '../../../preload/words/message.ts';

/**
 * The bridge as one account uses it. Once `over` fires, it sends nothing more and passes nothing on, so that neither late answers nor work under way
 * reach the next account, whose items may have the same ids.
 */
export function accountBridge(host: HostBridge, over: AbortSignal): HostBridge {
  const untilOver = (end: () => void): (() => void) => {
    over.addEventListener('abort', end, { once: true });
    return () => {
      over.removeEventListener('abort', end);
      end();
    };
  };
  return {
    host: host.host,
    async call(name, input) {
      if (over.aborted) return signedOut();
      const result = await host.call(name, input);
      return over.aborted ? signedOut() : result;
    },
    subscribe: (feed, listener) => untilOver(host.subscribe(feed, listener)),
    connection: () => host.connection(),
    onConnection: (listener) => untilOver(host.onConnection(listener)),
    pathOf: (file) => host.pathOf(file),
    async sendDrop(id, file, signal, onProgress) {
      if (over.aborted) return { ok: false, reason: 'aborted', message: '' };
      return host.sendDrop(id, file, AbortSignal.any([signal, over]), onProgress);
    },
  };
}

const isOver: ProblemMessage = { code: 'signed_out', args: {} };

const signedOut = () => ({ ok: false, error: { code: isOver.code, message: isOver, remedy: fixOf(isOver) } }) as const;
