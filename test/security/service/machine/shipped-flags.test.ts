import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { eventually, startTandemService } from '../../../support/programs/processes.ts';
import { freePort } from '../../../support/servers/server-tools.ts';
import { createPerson } from '../../../support/service/beside.ts';

/* The service with the flags that `deploy/` ships, behind a proxy of this machine. One client sends as fast as it can. */

const deploy = path.resolve(import.meta.dirname, '../../../../deploy');

/** Options whose values belong to the machine. */
const places = ['--data', '--host', '--port', '--socket'];

/** The options that a shipped file passes to `start`, without the places of that machine. */
async function shippedFlags(file: string): Promise<readonly string[]> {
  const text = await readFile(path.join(deploy, file), 'utf8');
  const command = /^(?:ExecStart=|ENTRYPOINT ).*tandem-service\.mjs"?,? "?start"?,? ?(.*)$/m.exec(text)?.[1] ?? '';
  const words = command.match(/[^\s"[\],$]+(?:,[^\s"[\]]+)*/g) ?? [];
  return words.filter(
    (word, at) => word !== 'TANDEM_FLAGS' && ![word, words[at - 1] ?? ''].some((one) => places.includes(one)),
  );
}

/** More than the shipped minute's worth, with room for what refills while they are sent. */
const burst = 15_000;

/** What the proxy adds for a client; `socketPath`: where it reaches the service, if not by the port of the URL. */
type Sender = { readonly headers: Record<string, string>; readonly socketPath: string | null };

/** Sends as one client, until it is refused or has sent more than its share; returns how the requests ended. */
async function sendBurst(url: string, { headers, socketPath }: Sender): Promise<readonly number[]> {
  const dispatcher = new Agent({ connections: 16, connect: { socketPath } });
  const statuses: number[] = [];
  let isRefused = false;
  const send = async () => {
    while (!isRefused && statuses.length < burst) {
      const { statusCode, body } = await request(url, { dispatcher, headers });
      await body.dump();
      statuses.push(statusCode);
      isRefused ||= statusCode === 429;
    }
  };
  await Promise.all(Array.from({ length: 16 }, send));
  await dispatcher.close();
  return statuses;
}

const from = (address: string) => ({ 'x-forwarded-for': address });
const as = (token: string) => ({ authorization: `Bearer ${token}` });

test.each([
  {
    file: 'tandem-service.service',
    // On a port of this machine, every local user could be the proxy.
    place: (data: string) => ['--socket', path.join(data, 'run', 'http.sock')],
    client: 'an address',
    path: '/s/no-such-link',
    served: 404,
    one: async () => from('203.0.113.1'),
    other: async () => from('203.0.113.2'),
  },
  {
    file: 'Dockerfile',
    // The addresses of the proxy are the operator's to name, as the comment in the file says.
    place: (_data: string, port: number) => ['--port', String(port), '--trusted-proxies', '127.0.0.1'],
    client: 'a person',
    path: '/2.0/users/me',
    served: 200,
    one: async (data: string) => as(await createPerson(data, 'ann@example.com')),
    other: async (data: string) => as(await createPerson(data, 'bob@example.com')),
  },
])(
  'with the flags of deploy/$file, $client gets 429 after a minute of requests, and another is served',
  async ({ file, place, path: target, served, one, other }) => {
    const data = await mkdtemp(path.join(tmpdir(), 'tandem-shipped-flags-'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const flags = [...place(data, port), ...(await shippedFlags(file)), '--public-url', url];
    const service = startTandemService(['start', '--data', data, ...flags]);
    try {
      await eventually('it answers', async () => service.stdout().includes('"ready":true'));
      const socketPath = flags[0] === '--socket' ? (flags[1] ?? null) : null;
      const [greedy, modest] = [await one(data), await other(data)];
      const statuses = await sendBurst(url + target, { headers: greedy, socketPath });
      const count = (status: number) => statuses.filter((answered) => answered === status).length;
      expect(count(served)).toBeGreaterThanOrEqual(6_000);
      expect(count(429)).toBeGreaterThan(0);
      expect(count(served) + count(429)).toBe(statuses.length);
      const dispatcher = new Agent({ connect: { socketPath } });
      const { statusCode } = await request(url + target, { dispatcher, headers: modest });
      await dispatcher.destroy();
      expect(statusCode).toBe(served);
    } finally {
      await service.kill('SIGKILL');
      await rm(data, { recursive: true, force: true });
    }
  },
  180_000,
);
