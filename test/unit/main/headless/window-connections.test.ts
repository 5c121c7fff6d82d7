import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { type SessionDoor, sessionDoor } from '../../../../main/headless/session-door.ts';
import { addressSigner } from '../../../../main/headless/signed-address.ts';
import { type WindowConnections, windowConnections } from '../../../../main/headless/window-connections.ts';
import { servedFake } from '../ipc/served-fake.ts';

const DAY_MS = 24 * 3_600_000;

/** One end of a connection: the messages sent over it, and how the host closed it. */
class FakeSocket extends EventEmitter {
  readonly sent: string[] = [];
  readonly closings: (readonly [number, string])[] = [];
  readonly readyState = 1;
  readonly OPEN = 1;
  send(text: string): void {
    this.sent.push(text);
  }
  close(code: number, reason: string): void {
    this.closings.push([code, reason]);
  }
  /** The first message of a browser. */
  hello(link: string, padding = ''): void {
    this.emit('message', Buffer.from(JSON.stringify({ type: 'hello', session: null, link, padding })), false);
  }
}

let door: SessionDoor;
let connections: WindowConnections;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  door = sessionDoor(Date.now);
  connections = windowConnections({ door, signer: addressSigner(Date.now), served: servedFake(), nowMs: Date.now });
});

afterEach(() => {
  vi.useRealTimers();
});

function connect(): FakeSocket {
  const socket = new FakeSocket();
  connections.receive(socket as unknown as WebSocket);
  return socket;
}

it('closes a connection that says nothing for five seconds, and none that has said who it is', () => {
  const silent = connect();
  const known = connect();
  known.hello(door.invite());
  vi.advanceTimersByTime(4_999);
  expect(silent.closings).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(silent.closings).toEqual([[1008, 'no hello']]);
  expect(known.closings).toEqual([]);
});

it('survives the error of a connection that has not said who it is', () => {
  expect(connect().emit('error', new Error('reset'))).toBe(true);
});

it('closes an open connection at the moment its session ends, and hears no more from it', () => {
  const window = connect();
  window.hello(door.invite());
  vi.advanceTimersByTime(7 * DAY_MS - 1);
  expect(window.closings).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(window.closings).toEqual([[4401, 'unknown session']]);
  expect(window.listenerCount('message')).toBe(0);
});

it('forgets a connection that has closed: no timer is left, and the end of its session closes nothing', () => {
  const gone = connect();
  gone.hello(door.invite());
  gone.emit('close');
  expect(vi.getTimerCount()).toBe(0);
  vi.setSystemTime(8 * DAY_MS);
  connect().hello(door.invite());
  expect(gone.closings).toEqual([]);
});

it('reads a first frame of a thousand characters, and refuses a longer one', () => {
  const link = door.invite();
  const bare = JSON.stringify({ type: 'hello', session: null, link, padding: '' }).length;
  const longer = connect();
  longer.hello(link, 'x'.repeat(1_001 - bare));
  expect(longer.closings).toEqual([[4401, 'unknown session']]);
  const longest = connect();
  longest.hello(link, 'x'.repeat(1_000 - bare));
  expect(longest.closings).toEqual([]);
  expect(longest.sent).toHaveLength(1);
});
