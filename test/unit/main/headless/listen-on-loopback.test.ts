import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { type FastifyInstance, type FastifyListenOptions, fastify } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listenOnLoopback } from '../../../../main/headless/listen-on-loopback.ts';

let app: FastifyInstance;
let taken: Server[];
beforeEach(() => {
  app = fastify();
  taken = [];
});
afterEach(async () => {
  await app.close();
  await Promise.all(taken.map((server) => once(server.close(), 'close')));
});

/** Someone else takes the port on the other address, the first few times. */
function takeFirst(times: number): void {
  const listen = app.listen.bind(app) as (options: FastifyListenOptions) => Promise<string>;
  Object.assign(app, {
    listen: async (options: FastifyListenOptions) => {
      if (taken.length < times) {
        const server = createServer();
        taken.push(server);
        await once(server.listen({ host: '127.0.0.1', port: options.port }), 'listening');
      }
      return listen(options);
    },
  });
}

test('a port that is taken on one of the addresses is given up for another', async () => {
  takeFirst(3);
  const { port, close } = await listenOnLoopback(app);
  const ports = taken.map((server) => server.address()).map((at) => (typeof at === 'object' ? at?.port : undefined));
  expect(ports).toHaveLength(3);
  expect(ports).not.toContain(port);
  close();
});

test('when every port is taken, the error of the system ends it', async () => {
  takeFirst(Number.POSITIVE_INFINITY);
  await expect(listenOnLoopback(app)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
