import type { ConnectionState, DropSent, TandemBridge } from '../../preload/ipc/bridge.ts';
import { CommandError } from '../../preload/ipc/commands.ts';
import { frameClient } from '../../preload/ipc/frame-client.ts';

/** First and longest pause between two attempts to connect. */
const RETRY_MS = { first: 250, longest: 3_000 };

/** The bridge of a browser: a WebSocket to the host that served this page, made again by itself whenever it is lost. */
export function websocketBridge(host: Location): TandemBridge {
  const client = frameClient();
  const listeners = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = 'connecting';
  let retryMs = RETRY_MS.first;

  const become = (next: ConnectionState): void => {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener(next);
  };
  const connect = (): void => {
    const socket = new WebSocket(`${host.protocol === 'https:' ? 'wss' : 'ws'}://${host.host}/bridge`);
    socket.onopen = () => {
      retryMs = RETRY_MS.first;
      client.opened((text) => socket.send(text));
      become('connected');
    };
    socket.onmessage = ({ data }) => client.received(String(data));
    socket.onclose = () => void connectAgain();
  };
  const connectAgain = async (): Promise<void> => {
    client.closed();
    become((await isShutOut(host)) ? 'closed' : 'disconnected');
    setTimeout(connect, retryMs);
    retryMs = Math.min(retryMs * 2, RETRY_MS.longest);
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
    // A browser does not tell pages where a file lies.
    pathOf: () => null,
    sendDrop,
  };
}

/** A refused upgrade says no reason to the page, so the page itself is asked for: 401 means that the session is unknown. */
async function isShutOut(host: Location): Promise<boolean> {
  try {
    const answer = await fetch(`${host.origin}/`, { method: 'HEAD', cache: 'no-store' });
    return answer.status === 401;
  } catch {
    // Nobody answers: the host is away, and may come back with the session still known.
    return false;
  }
}

async function sendDrop(id: string, file: File, signal: AbortSignal): Promise<DropSent> {
  try {
    const answer = await fetch(`/drop/${encodeURIComponent(id)}`, { method: 'POST', body: file, signal });
    if (answer.ok) return { ok: true };
    const refusal = CommandError.safeParse(await answer.json());
    const message = refusal.success ? `${refusal.data.message} ${refusal.data.remedy}` : `${file.name} was refused.`;
    return { ok: false, reason: 'refused', message };
  } catch {
    if (signal.aborted) return { ok: false, reason: 'aborted', message: '' };
    return { ok: false, reason: 'refused', message: `${file.name} could not be read, or the connection was lost.` };
  }
}
