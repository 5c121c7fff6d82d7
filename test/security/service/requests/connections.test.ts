import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatContentRange } from '../../../../contract/rules/content-range.ts';
import { formatDigest } from '../../../../contract/rules/digest.ts';
import { eventually } from '../../../support/programs/processes.ts';
import { callerOf, sha1Of } from '../../../support/service/callers/service-caller.ts';
import { startSingleService, type TestService } from '../../../support/service/service.ts';

/** Connections that are held rather than used. The limits are those of the program, a hundred times as short. */
let service: TestService;
beforeAll(async () => {
  service = await startSingleService({ bodyLimits: { shortMs: 300, windowMs: 600, windowBytes: 600 } });
});
afterAll(() => service.stop());

function open(): Socket {
  const { hostname, port } = new URL(service.listenUrl);
  return connect(Number(port), hostname)
    .on('error', () => undefined)
    .resume();
}

/** Sends a head and a part of a body; resolves with all that came when the service hung up. */
async function held(head: readonly string[], drip?: { readonly text: string; readonly everyMs: number }) {
  const socket = open();
  let answer = '';
  socket.on('data', (bytes) => void (answer += bytes.toString()));
  socket.write(`${[...head, `host: x`, `authorization: Bearer ${service.person.token}`].join('\r\n')}\r\n\r\n`);
  const timer = drip && setInterval(() => socket.write(drip.text), drip.everyMs);
  // Not `once`, which would reject when the service hangs up while a drip is on its way.
  await new Promise<void>((resolve) => void socket.on('close', () => resolve()));
  clearInterval(timer);
  return answer;
}

const form = 'content-type: application/x-www-form-urlencoded';
const json = 'content-type: application/json';
const multipart = 'content-type: multipart/form-data; boundary=b';

describe('a body that never ends is hung up on', () => {
  test.each([
    ['a form of the sign-in page that stalls', ['POST /sign-in HTTP/1.1', form, 'content-length: 1000'], undefined],
    ['a token request that stalls', ['POST /oauth2/token HTTP/1.1', form, 'content-length: 1000'], undefined],
    ['a token request that drips', ['POST /oauth2/token HTTP/1.1', form, 'content-length: 1000'], 'a'],
    ['JSON that stalls', ['POST /2.0/folders HTTP/1.1', json, 'content-length: 1000'], undefined],
    ['JSON that drips, in chunks', ['POST /2.0/folders HTTP/1.1', json, 'transfer-encoding: chunked'], '1\r\n \r\n'],
    ['an upload that stalls', ['POST /2.0/files/content HTTP/1.1', multipart, 'content-length: 100000'], undefined],
    ['a small upload that stalls', ['POST /2.0/files/content HTTP/1.1', multipart, 'content-length: 1000'], undefined],
    ['a small upload that drips', ['POST /2.0/files/content HTTP/1.1', multipart, 'content-length: 1000'], '-'],
    ['an upload that drips', ['POST /2.0/files/content HTTP/1.1', multipart, 'content-length: 100000'], '-'],
  ])('%s', async (_what, head, dripped) => {
    const answer = await held(head, dripped === undefined ? undefined : { text: dripped, everyMs: 50 });
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n|^$/);
  });

  test('an upload of a stranger that drips behind its refusal', async () => {
    const head = ['POST /2.0/files/content HTTP/1.1', multipart, 'content-length: 100000', 'authorization: Bearer x'];
    expect(await held(head, { text: '-', everyMs: 50 })).toMatch(/^HTTP\/1\.1 40[01] /);
  });
});

describe('control: at a good pace, over several windows', () => {
  const pieces = Array.from({ length: 30 }, () => 'x'.repeat(400));

  test('an upload is stored', async () => {
    const head =
      '--b\r\ncontent-disposition: form-data; name="attributes"\r\n\r\n{"name":"slow.bin","parent":{"id":"0"}}\r\n';
    const start = `${head}--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n`;
    const body = [start, ...pieces, '\r\n--b--\r\n'];
    expect(await sentSlowly(['POST /2.0/files/content HTTP/1.1', multipart], body)).toMatch(/^HTTP\/1\.1 201 /);
    const caller = callerOf(service, service.person.token);
    expect((await caller.get('/folders/0/items')).json.entries.map(({ name }) => name)).toContain('slow.bin');
  });

  test('a part without a type is stored', async () => {
    const caller = callerOf(service, service.person.token);
    const content = pieces.join('');
    const offset = 3 * 8 * 1024 * 1024;
    const total = offset + content.length;
    const asked = { folder_id: '0', file_name: 'slow parts.bin', file_size: total };
    const { id } = (await caller.post('/files/upload_sessions', asked)).json;
    const head = [
      `PUT /2.0/files/upload_sessions/${id} HTTP/1.1`,
      `content-range: ${formatContentRange({ start: offset, end: total - 1, total })}`,
      `digest: ${formatDigest(sha1Of(content))}`,
    ];
    expect(await sentSlowly(head, pieces)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test('a part that is refused in the middle of its body is answered to a client that sends before it reads', async () => {
  const caller = callerOf(service, service.person.token);
  const offset = 3 * 8 * 1024 * 1024;
  const range = { start: offset, end: offset + 999, total: offset + 1000 };
  const asked = { folder_id: '0', file_name: 'long part.bin', file_size: range.total };
  const { id } = (await caller.post('/files/upload_sessions', asked)).json;
  const body = Buffer.alloc(32 * 1024 * 1024);
  const head = [
    `PUT /2.0/files/upload_sessions/${id} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${service.person.token}`,
    `content-range: ${formatContentRange(range)}`,
    `digest: ${formatDigest(sha1Of('x'))}`,
    `content-length: ${body.length}`,
  ];
  const socket = open().pause();
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body, () => socket.resume());
  const answer = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['hung up'])]);
  socket.destroy();
  expect(String(answer[0])).toMatch(/^HTTP\/1\.1 416 /);
});

/** Sends a body piece by piece; resolves with the answer. */
async function sentSlowly(head: readonly string[], body: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(service.listenUrl);
  const socket = connect(Number(port), hostname);
  const common = [`host: ${hostname}`, `authorization: Bearer ${service.person.token}`];
  socket.write(`${[...head, ...common, `content-length: ${body.join('').length}`].join('\r\n')}\r\n\r\n`);
  const left = [...body];
  const timer = setInterval(() => {
    const piece = left.shift();
    if (piece === undefined) clearInterval(timer);
    else socket.write(piece);
  }, 60);
  const [answer] = await once(socket, 'data');
  clearInterval(timer);
  socket.destroy();
  return String(answer);
}

test('the 2,049th connection of a network is closed, and one that ends makes room', async () => {
  const sockets: Socket[] = [];
  try {
    // A few at a time: the system's queue of new connections is short.
    while (sockets.length < 2_048) {
      const some = Array.from({ length: 64 }, open);
      sockets.push(...some);
      await Promise.all(some.filter((socket) => socket.connecting).map((socket) => once(socket, 'connect')));
    }
    // Connections of the tests before may end meanwhile; each that is taken in their place stays open as well.
    await eventually('a connection is refused', async () => {
      const socket = open();
      sockets.push(socket);
      return !(await isAnswered(socket, 'keep-alive'));
    });
    for (const socket of sockets.splice(0, 2)) socket.destroy();
    await eventually('a connection is taken again', async () => {
      const socket = open();
      const answered = await isAnswered(socket, 'close');
      socket.destroy();
      return answered;
    });
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

async function isAnswered(socket: Socket, connection: 'keep-alive' | 'close'): Promise<boolean> {
  socket.write(`GET /health HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n\r\n`);
  // A refusal may also show as a reset connection.
  const isRead = once(socket, 'data').then(
    () => true,
    () => false,
  );
  return Promise.race([isRead, once(socket, 'close').then(() => false)]);
}

describe('waits for events', () => {
  const waitUrl = async (token: string) =>
    String((await callerOf(service, token).options('/events')).json.entries[0]?.url);

  test('end when the account is closed, and begin no more', async () => {
    const bob = await service.addPerson('bob@example.com');
    const url = await waitUrl(bob.token);
    const waiting = fetch(`${url}&stream_position=now`).then((answer) => answer.json());
    await eventually('it waits', async () => {
      const figures = await (await fetch(`${service.listenUrl}/metrics`)).text();
      return figures.includes('tandem_event_listeners 1');
    });
    const closed = await callerOf(service, service.person.token).send(
      'PUT',
      `${service.baseUrl}/users/${bob.id}`,
      JSON.stringify({ status: 'inactive' }),
      { 'content-type': 'application/json' },
    );
    expect(closed.status).toBe(200);
    expect(await waiting).toMatchObject({ message: 'reconnect' });
    expect(await (await fetch(`${url}&stream_position=now`)).json()).toMatchObject({ message: 'reconnect' });
  });
});
