import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { GatheringSocket } from '../../../../../service/adapters/metadata-sql/postgres/connection/gathering-socket.ts';

test('statements of one turn of the event loop leave together, and those of the next turn behind them', async () => {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new GatheringSocket();
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  let echoed = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    echoed += text;
  });
  const send = (text: string) => {
    socket.cork();
    socket.write(text);
    socket.uncork();
  };
  send('one ');
  await Promise.resolve();
  send('two ');
  // Both are still here after the driver has uncorked the socket.
  expect(socket.writableLength).toBe(8);
  await new Promise(setImmediate);
  expect(socket.writableLength).toBe(0);
  send('three');
  socket.end();
  await once(socket, 'end');
  expect(echoed).toBe('one two three');
  server.close();
});
