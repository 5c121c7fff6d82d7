import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import { createServer as createPort, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { startService } from '../../../support/programs/processes.ts';
import { createPerson } from '../../../support/service/beside.ts';

/** 10,000 a minute, for as long as this many take. */
const wrongTokens = 300;
const paceMs = 6;

/** A port of this machine that was free a moment ago. */
async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}

async function freePort(): Promise<number> {
  const server = createPort();
  const port = await portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** A reverse proxy that adds the address of the client, as nginx and Caddy do. */
async function startProxy(port: number) {
  const server = createServer((incoming, outgoing) => {
    const before = incoming.headers['x-forwarded-for'];
    const named = [before, incoming.socket.remoteAddress].filter((part) => part !== undefined).join(', ');
    const headers = { ...incoming.headers, 'x-forwarded-for': named };
    const { url: target, method } = incoming;
    const onward = forward({ host: '127.0.0.1', port, path: target, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const url = `http://127.0.0.1:${await portOf(server)}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, stop };
}

test.each([
  ['without trusted proxies, where all clients count as one', 'none'],
  ['with trusted proxies', '127.0.0.1'],
])(
  'behind a proxy, %s, a valid token answers all the time beside 10,000 wrong ones a minute',
  async (what, trusted) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tandem-wrong-tokens-'));
    const data = path.join(folder, 'data');
    const port = await freePort();
    const proxy = await startProxy(port);
    // Wrong ones that wait for a connection hold up no valid one.
    const [strangers, agent] = [new Agent({ connections: 32 }), new Agent({ connections: 1 })];
    const service = await startService(data, port, ['--public-url', proxy.url, '--trusted-proxies', trusted]);
    try {
      const token = await createPerson(data, 'ann@example.com');
      const ask = async (bearer: string, dispatcher: Agent) => {
        const begun = performance.now();
        const answer = await request(`${proxy.url}/2.0/users/me`, {
          dispatcher,
          headers: { authorization: `Bearer ${bearer}` },
        });
        await answer.body.dump();
        return { status: answer.statusCode, ms: performance.now() - begun };
      };
      const begun = performance.now();
      const wrong: Promise<{ status: number }>[] = [];
      const valid: { status: number; ms: number }[] = [];
      const sending = (async () => {
        for (let sent = 0; sent < wrongTokens; sent += 1) {
          wrong.push(ask(`wrong-${sent}`, strangers));
          const early = begun + (sent + 1) * paceMs - performance.now();
          if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
        }
      })();
      let isSending = true;
      void sending.then(() => {
        isSending = false;
      });
      while (isSending) valid.push(await ask(token, agent));
      const statuses = (await Promise.all(wrong)).map(({ status }) => status);
      const seconds = (performance.now() - begun) / 1000;
      const inOrder = valid.map(({ ms }) => ms).toSorted((one, other) => one - other);
      const at = (share: number) => inOrder[Math.floor(share * (inOrder.length - 1))]?.toFixed(1);
      const pace = Math.round((wrongTokens / seconds) * 60);
      console.log(
        `${what}: ${pace} wrong tokens a minute; ${valid.length} valid requests, median ${at(0.5)} ms, slowest ${at(1)} ms`,
      );
      expect(statuses.filter((status) => status === 401)).toHaveLength(60);
      expect(statuses.filter((status) => status === 429)).toHaveLength(wrongTokens - 60);
      expect(new Set(valid.map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      await Promise.all([strangers.close(), agent.close()]);
      proxy.stop();
      await service.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  },
  180_000,
);
