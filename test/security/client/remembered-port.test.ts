import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fileSecretStore } from '../../../main/account/secrets/file-secret-store.ts';
import { tandem } from '../../support/programs/processes.ts';

/** Finding 3: another user listens on the port at which the private service answered before. */
let home: string;
let attacker: Server;
const received: string[] = [];
const token = 'the-token-of-the-private-service';

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-port-'));
  attacker = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.setHeader('content-type', 'application/json').end('{"type":"user","id":"1","name":"Me","login":"me"}');
  });
  await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(attacker.address());
  const service = `private ${join(home, 'service')}`;
  const origin = `http://127.0.0.1:${port}`;
  const record = { service, baseUrl: `${origin}/2.0`, uploadUrl: `${origin}/upload/2.0`, userId: '1' };
  await fileSecretStore(join(home, 'client', 'secrets.json')).set(service, token);
  await writeFile(join(home, 'client', 'account.json'), JSON.stringify(record));
});
afterAll(async () => {
  await new Promise((resolve) => attacker.close(resolve));
  await rm(home, { recursive: true, force: true });
});

const commands = [
  ['ls', '/'],
  ['api', 'GET', '/users/me'],
  ['doctor'],
  ['upload', import.meta.filename, '/'],
  ['download', '/x'],
];

test.each(commands)('the remembered port gets nothing: %s', async (...command) => {
  const { stdout, stderr, code } = await tandem([...command, '--state', join(home, 'client')]);
  expect(received).toEqual([]);
  expect(code).not.toBe(0);
  expect(stdout + stderr).not.toContain(token);
});

test('the command says that the private service is not running', async () => {
  const { stderr } = await tandem(['ls', '/', '--state', join(home, 'client')]);
  expect(stderr).toContain('The private service is not running');
  expect(stderr).toContain('Start Tandem');
  // The control: the token was there to be sent.
  expect(await readFile(join(home, 'client', 'secrets.json'), 'utf8')).toContain(token);
});
