import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { cutSlowBodies } from '../../../../../service/http/limits/body-pace.ts';

const head = (more: string) => `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${more}\r\n\r\n`;

test.each([
  ['JSON', 'content-type: application/json\r\ncontent-length: 2', '{}'],
  ['an upload', 'content-type: application/octet-stream\r\ncontent-length: 2', '{}'],
  ['an empty body in chunks', 'transfer-encoding: chunked', '0\r\n\r\n'],
])('%s that has arrived is not too slow, however late it is read', async (_what, headers, body) => {
  const received: ServerResponse[] = [];
  const server = createServer((_request, response) => void received.push(response));
  const cut = new Promise<void>((resolve) => {
    cutSlowBodies(server, { shortMs: 60, windowMs: 60, windowBytes: 1 }, resolve);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const [whole, stalled] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  try {
    let answer = '';
    whole.on('data', (bytes) => void (answer += bytes.toString()));
    const isClosed = once(whole, 'close');
    whole.write(head(headers) + body);
    await once(server, 'request');
    stalled.resume().write(head('content-type: application/json\r\ncontent-length: 2'));
    await Promise.all([once(stalled, 'close'), cut]);
    received[0]?.end('late');
    await isClosed;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*late/);
  } finally {
    whole.destroy();
    server.close();
  }
});
