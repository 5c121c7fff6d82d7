import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { queryObjects } from 'node:v8';
import { expect, it } from 'vitest';
import { natsEventSignal } from '../../../../service/adapters/event-signal/nats-signal.ts';

/** A server of NATS's format that refuses as many sign-ins as a test says, and subscriptions to these subjects. */
async function openServer(withheld: ReadonlySet<string> = new Set()) {
  const sockets = new Set<Socket>();
  let refusals = 0;
  let admitted = 0;
  let unanswered = 0;
  let isSilent = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.write(
      'INFO {"server_id":"a","version":"2.10.0","proto":1,"headers":true,"max_payload":1048576,"auth_required":true}\r\n',
    );
    socket.on('data', (chunk) => {
      const lines = String(chunk).split('\r\n');
      if (lines.some((line) => line.startsWith('CONNECT'))) {
        if (refusals > 0) {
          refusals -= 1;
          socket.end("-ERR 'Authorization Violation'\r\n");
          return;
        }
        admitted += 1;
      }
      for (const line of lines) {
        const subject = /^SUB (\S+)/.exec(line)?.[1];
        if (subject !== undefined && withheld.has(subject)) {
          socket.write(`-ERR 'Permissions Violation for Subscription to "${subject}"'\r\n`);
        }
        if (line !== 'PING') continue;
        if (isSilent) unanswered += 1;
        else socket.write('PONG\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return {
    url: `nats://127.0.0.1:${address.port}`,
    admitted: () => admitted,
    /** Answers no PING until the connections end. */
    fallSilent: () => {
      isSilent = true;
    },
    unanswered: () => unanswered,
    /** Ends all connections, and refuses this many sign-ins. */
    refuse: (count: number) => {
      refusals = count;
      isSilent = false;
      for (const socket of sockets) socket.destroy();
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

it('reconnects to NATS after several sign-ins in a row were refused', async () => {
  await using server = await openServer();
  const signal = await natsEventSignal({
    servers: [server.url],
    subject: 'tests',
    user: 'a',
    password: 'b',
    pauseMs: 5,
  });
  server.refuse(3);
  await expect.poll(server.admitted).toBe(2);
  (await signal.subscribe('1')).close();
  await signal.close();
});

it('wakes its listeners also if it may not hear the counts of requests', async () => {
  await using server = await openServer(new Set(['tests.requests']));
  const signal = await natsEventSignal({ servers: [server.url], subject: 'tests' });
  for (let round = 0; round < 2; round += 1) (await signal.subscribe('1')).close();
  await signal.close();
});

it('keeps nothing of the confirmations that have ended', async () => {
  await using server = await openServer();
  const signal = await natsEventSignal({ servers: [server.url], subject: 'tests' });
  const subscribeOften = async () => {
    for (let count = 0; count < 500; count++) (await signal.subscribe('1')).close();
  };
  await subscribeOften();
  const before = queryObjects(Promise, { format: 'count' });
  await subscribeOften();
  // Any other promises of this process are far fewer.
  expect(queryObjects(Promise, { format: 'count' }) - before).toBeLessThan(250);
  await signal.close();
}, 60_000);

it('is subscribed without a confirmation when the connection is lost meanwhile', async () => {
  await using server = await openServer();
  const signal = await natsEventSignal({ servers: [server.url], subject: 'tests', pauseMs: 5 });
  server.fallSilent();
  const subscribing = signal.subscribe('1');
  await expect.poll(server.unanswered).toBe(1);
  server.refuse(0);
  (await subscribing).close();
  await signal.close();
});
