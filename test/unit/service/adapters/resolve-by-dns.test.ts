import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { say } from '../../../../contract/rules/say.ts';
import { createHttpSender } from '../../../../service/adapters/http-sender/http-sender.ts';
import { resolveByDns } from '../../../../service/adapters/http-sender/resolve-by-dns.ts';

/** The types of queries for addresses, RFC 1035 and RFC 3596. */
const types = { 1: 'A', 28: 'AAAA' } as const;

type Answer = (type: 'A' | 'AAAA', name: string) => readonly number[] | 'unknown' | 'silence';

/** A name server on the loopback address, which answers with the bytes of one address. Returns its own address. */
async function startNameServer(answer: Answer): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const [name, end] = nameIn(message);
    const type = types[message.readUInt16BE(end) as keyof typeof types];
    const given = answer(type, name);
    if (given === 'silence') return;
    socket.send(responseTo(message.subarray(0, end + 4), given), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`;
}

/** The name in the question of a message, and where it ends. */
function nameIn(message: Buffer): readonly [name: string, end: number] {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return [labels.join('.'), at + 1];
}

/** A response with one address or, without any, with the code for an unknown name. */
function responseTo(question: Buffer, given: readonly number[] | 'unknown'): Buffer {
  const header = Buffer.from(question);
  const isKnown = given !== 'unknown';
  header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(isKnown ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  if (!isKnown) return header;
  const type = given.length === 4 ? 1 : 28;
  // The name of the question, the type, class IN, 60 s, and the address.
  return Buffer.concat([header, Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, given.length, ...given])]);
}

const resolved = async (server: string, name: string) =>
  new Promise((resolve) => {
    resolveByDns([server])(name, { all: true }, (error, addresses) => resolve(error?.code ?? addresses));
  });

test('resolves both families, or the one that a name has', async () => {
  const v6 = [0x26, 0x06, 0x47, 0, ...Array.from({ length: 11 }, () => 0), 1];
  const server = await startNameServer((type, name) => {
    if (type === 'A') return name === 'six.example.org' ? 'unknown' : [192, 0, 2, 7];
    return name === 'four.example.org' ? 'unknown' : v6;
  });
  const [four, six] = [
    { address: '192.0.2.7', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ];
  expect(await resolved(server, 'both.example.org')).toEqual([four, six]);
  expect(await resolved(server, 'four.example.org')).toEqual([four]);
  expect(await resolved(server, 'six.example.org')).toEqual([six]);
});

test('an unknown name is not found', async () => {
  expect(await resolved(await startNameServer(() => 'unknown'), 'none.example.org')).toBe('ENOTFOUND');
});

test('names whose servers never answer are not found, and keep no other lookup of the process waiting', async () => {
  let asked = 0;
  const server = await startNameServer(() => {
    asked += 1;
    return 'silence';
  });
  const sender = createHttpSender('public', resolveByDns([server]));
  onTestFinished(async () => sender.close());
  let ended = 0;
  const message = { headers: {}, body: '{}', timeoutMs: 30_000, signal: new AbortController().signal };
  const posts = Array.from({ length: 20 }, async (_, index) => {
    const outcome = await sender.post({ ...message, address: `https://silent-${index}.example.org/` });
    ended += 1;
    return outcome;
  });
  await expect.poll(() => asked).toBeGreaterThanOrEqual(40);
  await lookup('localhost');
  expect(ended).toBe(0);
  expect(new Set((await Promise.all(posts)).map((outcome) => JSON.stringify(outcome)))).toEqual(
    new Set([JSON.stringify({ kind: 'failed', reason: say`The host name was not found.` })]),
  );
});
