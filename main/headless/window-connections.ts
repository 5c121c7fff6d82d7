import type { WebSocket } from 'ws';
import type { CommandHandlers } from '../../preload/ipc/commands.ts';
import {
  CLOSE_UNKNOWN_SESSION,
  type HelloFrame,
  parseHelloFrame,
  type WelcomeFrame,
} from '../../preload/ipc/transport/messages.ts';
import { frameText } from '../ipc/frame-text.ts';
import { type Served, serveConnection } from '../ipc/websocket-transport.ts';
import type { Entered, SessionDoor } from './session-door.ts';
import type { AddressSigner } from './signed-address.ts';

/** The open connections of the window, each authenticated by its first frame. */
export type WindowConnections = { readonly receive: (socket: WebSocket) => void };

type Parts = {
  readonly door: SessionDoor;
  readonly signer: AddressSigner;
  readonly served: Served;
  readonly nowMs: () => number;
};

/** Timeout for the hello frame, milliseconds. */
const HELLO_MS = 5_000;
const MAX_HELLO_CHARACTERS = 1_000;
/**
 * The most connections without one. Beyond, the oldest is cut: the window says hello at once, so silence is what another user of this
 * computer would hold the places with.
 */
const MAX_UNKNOWN = 16;
/** WebSocket close code: against the rules of this host (RFC 6455 7.4.1). */
const CLOSE_TOO_LATE = 1008;

export function windowConnections({ door, signer, served, nowMs }: Parts): WindowConnections {
  const unknown = new Set<WebSocket>();
  const open = new Map<WebSocket, string>();
  const shutOut = (socket: WebSocket): void => {
    // Messages that arrive before the other end closes are ignored.
    socket.removeAllListeners('message');
    socket.close(CLOSE_UNKNOWN_SESSION, 'unknown session');
  };
  const closeEnded = (): void => {
    for (const [socket, id] of open) if (!door.isOpen(id)) shutOut(socket);
  };

  const letIn = (socket: WebSocket, { id, secret, endsAtMs }: Entered): void => {
    open.set(socket, id);
    const ending = setTimeout(() => shutOut(socket), endsAtMs - nowMs());
    socket.once('close', () => {
      clearTimeout(ending);
      open.delete(socket);
    });
    const own: Partial<CommandHandlers> = {
      'window.address': async ({ path }) => ({ ok: true, value: signer.sign(path, id) }),
      'window.signOutOthers': async () => {
        const ended = door.endOthers(id);
        closeEnded();
        return { ok: true, value: { ended } };
      },
    };
    serveConnection(socket, { ...served, handlers: overlaid(served.handlers, own) });
    const welcome: WelcomeFrame = { type: 'welcome', session: secret };
    socket.send(JSON.stringify(welcome));
    // Admitting this session may have evicted an older one.
    closeEnded();
  };

  return {
    receive(socket) {
      unknown.add(socket);
      const [oldest] = unknown;
      if (unknown.size > MAX_UNKNOWN && oldest !== undefined) {
        unknown.delete(oldest);
        // Without a farewell, for whose answer the connection would stay open.
        oldest.terminate();
      }
      const late = setTimeout(() => socket.close(CLOSE_TOO_LATE, 'no hello'), HELLO_MS);
      const leave = (): void => {
        clearTimeout(late);
        unknown.delete(socket);
      };
      socket.on('error', () => undefined);
      socket.once('close', leave);
      socket.once('message', (text, isBinary) => {
        leave();
        const hello = isBinary ? null : helloOf(frameText(text));
        const entered = hello === null ? null : door.enter(hello);
        if (entered === null) shutOut(socket);
        else letIn(socket, entered);
      });
    },
  };
}

function helloOf(text: string): HelloFrame | null {
  return text.length > MAX_HELLO_CHARACTERS ? null : parseHelloFrame(text);
}

/** The same table with a few commands answered by this connection. The underlying table may change at any time. */
function overlaid(table: CommandHandlers, own: Partial<CommandHandlers>): CommandHandlers {
  return new Proxy(table, { get: (_table, name): unknown => Reflect.get(own, name) ?? Reflect.get(table, name) });
}
