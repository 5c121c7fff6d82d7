import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { type Served, serveConnection } from '../../../../main/ipc/websocket-transport.ts';
import { servedFake } from './served-fake.ts';

const MIB = 1024 * 1024;

/** A connection whose peer is as far behind as the test says, and the feeds that it follows. */
function connected() {
  const listeners: { feed: string; post: (message: unknown) => void; isOver: boolean }[] = [];
  const served: Served = {
    ...servedFake(),
    feeds: {
      subscribe: (feed: string, post: (message: never) => void) => {
        const own = { feed, post: post as (message: unknown) => void, isOver: false };
        listeners.push(own);
        return () => {
          own.isOver = true;
        };
      },
    },
  };
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    sent: [] as string[],
    closed: [] as number[],
    written: [] as (() => void)[],
    send: (text: string, onWritten: () => void) => {
      socket.sent.push(text);
      socket.written.push(onWritten);
    },
    close: (code: number) => void socket.closed.push(code),
  });
  serveConnection(socket as unknown as WebSocket, served);
  const receive = (frame: unknown, isBinary = false) =>
    socket.emit('message', Buffer.from(JSON.stringify(frame)), isBinary);
  return {
    socket,
    receive,
    subscribe: (feed: string) => receive({ type: 'subscribe', feed }),
    tell: (feed: string, message: unknown = {}) => {
      for (const one of listeners) if (one.feed === feed && !one.isOver) one.post(message);
    },
    /** The peer reads until so many bytes are left, which the socket reports once for each frame. */
    readUntil: (bufferedAmount: number) => {
      socket.bufferedAmount = bufferedAmount;
      for (const onWritten of socket.written.splice(0)) onWritten();
    },
    following: () => listeners.filter(({ isOver }) => !isOver).map(({ feed }) => feed),
  };
}

test('a feed that is asked for again comes once, and the close ends all of them', () => {
  const { socket, subscribe, receive, tell, following } = connected();
  for (const feed of ['status', 'status', 'paths']) subscribe(feed);
  expect(following()).toEqual(['status', 'paths']);
  tell('status');
  expect(socket.sent).toHaveLength(1);
  receive({ type: 'unsubscribe', feed: 'paths' });
  expect(following()).toEqual(['status']);
  socket.emit('close');
  expect(following()).toEqual([]);
});

test('a reader that is behind gets only the last status, once it has caught up, and everything else in between', () => {
  const { socket, subscribe, tell, readUntil } = connected();
  for (const feed of ['status', 'activity']) subscribe(feed);
  socket.bufferedAmount = MIB + 1;
  tell('activity');
  tell('status', { state: 'syncing' });
  tell('status', { state: 'in_sync' });
  readUntil(MIB + 1);
  expect(socket.sent.map((text) => JSON.parse(text).feed)).toEqual(['activity']);
  tell('activity');
  readUntil(MIB);
  readUntil(0);
  expect(socket.sent.slice(2).map((text) => JSON.parse(text))).toEqual([
    { type: 'feed', feed: 'status', message: { state: 'in_sync' } },
  ]);
});

test('a reader that has caught up before gets a newer status at once, and the older one never', () => {
  const { socket, subscribe, tell, readUntil } = connected();
  for (const feed of ['status', 'activity']) subscribe(feed);
  socket.bufferedAmount = MIB + 1;
  tell('activity');
  tell('status', { state: 'syncing' });
  socket.bufferedAmount = 0;
  tell('status', { state: 'in_sync' });
  readUntil(0);
  expect(socket.sent.slice(1).map((text) => JSON.parse(text).message.state)).toEqual(['in_sync']);
});

test('a status that waits is dropped when the reader no longer follows it', () => {
  const { socket, subscribe, receive, tell, readUntil } = connected();
  for (const feed of ['status', 'activity']) subscribe(feed);
  socket.bufferedAmount = MIB + 1;
  tell('activity');
  tell('status');
  receive({ type: 'unsubscribe', feed: 'status' });
  readUntil(0);
  expect(socket.sent).toHaveLength(1);
});

test('one that is too far behind is disconnected, and a closed one gets nothing', () => {
  const { socket, subscribe, tell } = connected();
  subscribe('activity');
  socket.bufferedAmount = 32 * MIB + 1;
  tell('activity');
  expect([socket.sent, socket.closed]).toEqual([[], [1013]]);
  Object.assign(socket, { bufferedAmount: 0, readyState: 3 });
  tell('activity');
  expect(socket.sent).toEqual([]);
});

test('bytes, and what is no frame, end the connection', () => {
  const { socket, receive } = connected();
  receive({ type: 'subscribe', feed: 'status' }, true);
  receive({ type: 'else' });
  expect(socket.closed).toEqual([1003, 1003]);
});
