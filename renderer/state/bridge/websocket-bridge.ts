import type { ConnectionState, DropSent, HostBridge } from '../../../preload/ipc/bridge.ts';
import { CommandError } from '../../../preload/ipc/commands.ts';
import { frameClient } from '../../../preload/ipc/frame-client.ts';
import { CLOSE_UNKNOWN_SESSION, type HelloFrame, parseWelcomeFrame } from '../../../preload/ipc/messages.ts';
import { inTurn, type Words } from '../../../preload/words/message.ts';
import type { WindowSecrets } from './window-secrets.ts';

/** First and longest pause between two attempts to connect. */
const RETRY_MS = { first: 250, longest: 3_000 };

/** The bridge of a browser: a WebSocket to the page's host that reconnects automatically. */
export function websocketBridge(host: Location, secrets: WindowSecrets): HostBridge {
  const client = frameClient();
  const listeners = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = 'connecting';
  let retryMs = RETRY_MS.first;

  const become = (next: ConnectionState): void => {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener(next);
  };
  const connectLater = (): void => {
    setTimeout(connect, retryMs);
    retryMs = Math.min(retryMs * 2, RETRY_MS.longest);
  };
  const connect = (): void => {
    const hello: HelloFrame = { type: 'hello', session: secrets.session(), link: secrets.link() };
    if (hello.session === null && hello.link === null) {
      // Only a link helps. If it is opened in another tab, its session is available here too.
      become('closed');
      connectLater();
      return;
    }
    let own = hello.session;
    const socket = new WebSocket(`${host.protocol === 'https:' ? 'wss' : 'ws'}://${host.host}/bridge`);
    socket.onopen = () => socket.send(JSON.stringify(hello));
    socket.onmessage = ({ data }) => {
      if (state === 'connected') return client.received(String(data));
      const welcome = parseWelcomeFrame(String(data));
      if (welcome === null) return;
      own = welcome.session;
      secrets.keepSession(own);
      secrets.forgetLink();
      retryMs = RETRY_MS.first;
      client.opened((text) => socket.send(text));
      become('connected');
    };
    socket.onclose = ({ code }) => {
      client.closed();
      const isShutOut = code === CLOSE_UNKNOWN_SESSION;
      if (isShutOut) {
        if (own !== null) secrets.forgetSession(own);
        secrets.forgetLink();
      }
      become(isShutOut ? 'closed' : 'disconnected');
      connectLater();
    };
  };
  connect();

  return {
    host: 'browser',
    call: client.call,
    subscribe: client.subscribe,
    connection: () => state,
    onConnection(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // Browsers do not reveal file paths to pages.
    pathOf: () => null,
    sendDrop: (id, file, signal) => sendDrop(client, id, file, signal),
  };
}

async function sendDrop(
  client: ReturnType<typeof frameClient>,
  id: string,
  file: File,
  signal: AbortSignal,
): Promise<DropSent<Words>> {
  const address = await client.call('window.address', { path: `/drop/${encodeURIComponent(id)}` });
  if (address.ok) return send(address.value.path, file, signal);
  return { ok: false, reason: 'refused', message: inTurn(address.error.message, address.error.remedy) };
}

async function send(address: string, file: File, signal: AbortSignal): Promise<DropSent<Words>> {
  try {
    const answer = await fetch(address, { method: 'POST', body: file, signal });
    if (answer.ok) return { ok: true };
    const refusal = CommandError.safeParse(await answer.json());
    const message = refusal.success ? inTurn(refusal.data.message, refusal.data.remedy) : `${file.name} was refused.`;
    return { ok: false, reason: 'refused', message };
  } catch {
    if (signal.aborted) return { ok: false, reason: 'aborted', message: '' };
    return { ok: false, reason: 'refused', message: `${file.name} could not be read, or the connection was lost.` };
  }
}
