import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { answerBrokenRequest } from '../../../../../service/http/requests/broken-request.ts';

test('a head that comes too slowly is answered as such', async () => {
  const server = createServer({ headersTimeout: 50, connectionsCheckingInterval: 10 });
  server.on('clientError', answerBrokenRequest);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => void (answer += bytes.toString()));
  socket.write('GET /health HTTP/1.1\r\nhost: ');
  await once(socket, 'close');
  server.close();
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});
