import { WebSocket } from 'ws';
import { frameText } from '../../../main/ipc/frame-text.ts';
import { type FrameClient, frameClient } from '../../../preload/ipc/transport/frame-client.ts';
import { type HelloFrame, parseWelcomeFrame } from '../../../preload/ipc/transport/messages.ts';
import { toLoopback } from './to-loopback.ts';

/** A browser window without its page: the messages and state of its bridge. */
export type WindowClient = {
  /** The secret that the browser stores from now on. */
  readonly session: string;
  readonly call: FrameClient['call'];
  /** The signed path of a content or a drop for this window. */
  address(path: string): Promise<string>;
  /** The close code from the host. */
  readonly ended: Promise<number>;
  readonly socket: WebSocket;
  close(): Promise<number>;
};

type Secrets = Partial<Omit<HelloFrame, 'type'>>;

/** Opens a connection. Returns the close code if the host rejects the hello, null if it refuses the connection. */
export async function openWindow(
  origin: string,
  secrets: Secrets,
  headers: Readonly<Record<string, string>> = { origin },
): Promise<WindowClient | number | null> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, {
    headers: { ...headers },
    lookup: toLoopback,
  });
  const ended = new Promise<number>((resolve) => socket.once('close', resolve));
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true));
    socket.on('error', () => resolve(false));
  });
  if (!isOpen) return null;
  const first = new Promise<string>((resolve) => socket.once('message', (text) => resolve(frameText(text))));
  const hello: HelloFrame = { type: 'hello', session: null, link: null, ...secrets };
  socket.send(JSON.stringify(hello));
  const answer = await Promise.race([first, ended]);
  if (typeof answer === 'number') return answer;
  const welcome = parseWelcomeFrame(answer);
  if (welcome === null) throw new Error(`no welcome: ${answer}`);
  const client = frameClient();
  socket.on('message', (text) => client.received(frameText(text)));
  client.opened((text) => socket.send(text));
  return {
    session: welcome.session,
    call: client.call,
    async address(path) {
      const signed = await client.call('window.address', { path });
      if (!signed.ok) throw new Error(JSON.stringify(signed.error));
      return signed.value.path;
    },
    ended,
    socket,
    async close() {
      socket.close();
      return ended;
    },
  };
}

/** The secret after the `#` of a link. */
export const secretOf = (link: string): string => new URL(link).hash.slice(1);

/** A window opened by a link. */
export async function enterByLink(link: string): Promise<WindowClient> {
  const entered = await openWindow(new URL(link).origin, { link: secretOf(link) });
  if (entered === null || typeof entered === 'number') throw new Error(`the link was refused: ${entered}`);
  return entered;
}
