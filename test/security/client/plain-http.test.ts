import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tandem } from '../../support/programs/processes.ts';

/* Finding 24: someone on the way reads all that leaves this computer unencrypted. Here they own its proxy. */

let home: string;
let eavesdropper: Server;
const read: string[] = [];
const token = 'the-token-of-ann';

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-plain-http-'));
  eavesdropper = createServer((request, response) => {
    read.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.setHeader('content-type', 'application/json').end('{"type":"user","id":"1","name":"Me","login":"me"}');
  });
  eavesdropper.on('connect', (request, socket) => {
    read.push(`CONNECT ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => eavesdropper.listen(0, '127.0.0.1', resolve));
  const { port } = eavesdropper.address() as AddressInfo;
  await mkdir(join(home, 'state'));
  await writeFile(join(home, 'state', 'settings.json'), JSON.stringify({ proxy: `http://127.0.0.1:${port}` }));
});
afterAll(async () => {
  await new Promise((resolve) => eavesdropper.close(resolve));
  await rm(home, { recursive: true, force: true });
});
beforeEach(() => void read.splice(0));

const run = (command: readonly string[], ...flags: readonly string[]) =>
  tandem([...command, ...flags, '--state', join(home, 'state')], { env: { TANDEM_TOKEN: token } });

const hosts = [
  'files.example.com',
  // Not this computer, whatever they look like.
  '127.0.0.1.example.com',
  'localhost.example.com',
  '192.0.2.1',
];

const commands = [
  ['login', '--no-browser'],
  ['api', 'GET', '/users/me'],
];

const cells = hosts.flatMap((host) => commands.map((command) => ({ host, command })));

test.each(cells)('tandem $command.0 at http://$host sends nothing, and says why', async ({ host, command }) => {
  const { code, stderr } = await run(command, '--base-url', `http://${host}/2.0`);
  expect([code, stderr]).toEqual([1, expect.stringContaining('http is not encrypted')]);
  expect(read).toEqual([]);
});

test('an upload address without encryption is refused as well', async () => {
  const addresses = [
    '--base-url',
    'https://files.example.com/2.0',
    '--upload-url',
    'http://files.example.com/upload/2.0',
  ];
  const { code, stderr } = await run(['api', 'GET', '/users/me'], ...addresses);
  expect([code, stderr]).toEqual([1, expect.stringContaining('http is not encrypted')]);
  expect(read).toEqual([]);
});

test('control: a person who allows http sends the token, and the eavesdropper reads it', async () => {
  await run(['api', 'GET', '/users/me'], '--base-url', 'http://files.example.com/2.0', '--allow-http');
  expect(read.join('\n')).toContain(token);
});
