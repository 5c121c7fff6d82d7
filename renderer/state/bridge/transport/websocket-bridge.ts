import { CommandError } from '../../../../preload/ipc/commands.ts';
import type { ConnectionState, DropSent, HostBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { frameClient } from '../../../../preload/ipc/transport/frame-client.ts';
import {
  CLOSE_UNKNOWN_SESSION,
  type HelloFrame,
  parseWelcomeFrame,
} from '../../../../preload/ipc/transport/messages.ts';
import { inTurn, type RefusalMessage, type Words, withFix } from '../../../../preload/words/message.ts';
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
    sendDrop: (id, file, signal, onProgress) => sendDrop(client, id, { file, signal, onProgress }),
  };
}

type Sending = {
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
};

async function sendDrop(
  client: ReturnType<typeof frameClient>,
  id: string,
  sending: Sending,
): Promise<DropSent<Words>> {
  const address = await client.call('window.address', { path: `/drop/${encodeURIComponent(id)}` });
  if (address.ok) return send(address.value.path, sending);
  return { ok: false, reason: 'refused', message: inTurn(address.error.message, address.error.remedy) };
}

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
function send(address: string, { file, signal, onProgress }: Sending): Promise<DropSent<Words>> {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    const abort = (): void => request.abort();
    signal.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => resolve(errorOf(file));
    request.onabort = () => resolve({ ok: false, reason: 'aborted', message: '' });
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.open('POST', address);
    if (signal.aborted) resolve({ ok: false, reason: 'aborted', message: '' });
    else request.send(file);
  });
}

/** The browser reports a lost connection and a file that it can no longer read alike. */
async function errorOf(file: File): Promise<DropSent<Words>> {
  const isReadable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
  const message: RefusalMessage = { code: isReadable ? 'drop_connection_lost' : 'drop_file_changed', args: {} };
  return { ok: false, reason: isReadable ? 'lost' : 'refused', message };
}

function answerOf({ status, responseText }: XMLHttpRequest): DropSent<Words> {
  if (status >= 200 && status < 300) return { ok: true };
  const refusal = CommandError.safeParse(parsedJson(responseText));
  // The person cancelled the transfer in the list of transfers.
  if (refusal.data?.code === 'cancelled') return { ok: false, reason: 'aborted', message: '' };
  const message = refusal.success
    ? inTurn(refusal.data.message, refusal.data.remedy)
    : withFix({ code: 'drop_failed', args: {} });
  return { ok: false, reason: 'refused', message };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
