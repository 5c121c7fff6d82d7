import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { inEnglish, say } from '../../../../contract/rules/say.ts';
import { createHttpSender } from '../../../../service/adapters/http-sender/http-sender.ts';
import { isPublicAddress } from '../../../../service/adapters/http-sender/public-address.ts';
import type { Resolve } from '../../../../service/adapters/http-sender/resolve-by-dns.ts';
import { startReceiver } from '../../../support/lines/webhook-receiver.ts';

const message = {
  headers: { 'content-type': 'application/json' },
  body: '{"ä":1}',
  timeoutMs: 5_000,
  signal: new AbortController().signal,
};

/** A name server that says what a test wants, and counts how often it is asked. */
function resolver(...answers: readonly (readonly string[])[]) {
  let asked = 0;
  const resolve: Resolve = (_hostname, _options, callback) => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    const addresses: LookupAddress[] = answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    callback(null, addresses);
  };
  return { resolve, asked: () => asked };
}

const inWords = (sentences: readonly Sentence[] | null) => sentences && inEnglish(sentences);

describe('an IP address', () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.15.255.255', '172.32.0.0', '2606:4700::1111', '2a00:1450:4001::200e'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:1.1.1.1',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    '3fff::1',
    '1::1',
    '4000::1',
    'localhost',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    ['0.0.0.0', '0.255.255.255', ['1.0.0.0']],
    ['10.0.0.0', '10.255.255.255', ['9.255.255.255', '11.0.0.0']],
    ['100.64.0.0', '100.127.255.255', ['100.63.255.255', '100.128.0.0']],
    ['127.0.0.0', '127.255.255.255', ['126.255.255.255', '128.0.0.0']],
    ['169.254.0.0', '169.254.255.255', ['169.253.255.255', '169.255.0.0']],
    ['172.16.0.0', '172.31.255.255', ['172.15.255.255', '172.32.0.0']],
    ['192.0.0.0', '192.0.0.255', ['191.255.255.255', '192.0.1.0']],
    ['192.0.2.0', '192.0.2.255', ['192.0.1.255', '192.0.3.0']],
    ['192.31.196.0', '192.31.196.255', ['192.31.195.255', '192.31.197.0']],
    ['192.52.193.0', '192.52.193.255', ['192.52.192.255', '192.52.194.0']],
    ['192.88.99.0', '192.88.99.255', ['192.88.98.255', '192.88.100.0']],
    ['192.168.0.0', '192.168.255.255', ['192.167.255.255', '192.169.0.0']],
    ['192.175.48.0', '192.175.48.255', ['192.175.47.255', '192.175.49.0']],
    ['198.18.0.0', '198.19.255.255', ['198.17.255.255', '198.20.0.0']],
    ['198.51.100.0', '198.51.100.255', ['198.51.99.255', '198.51.101.0']],
    ['203.0.113.0', '203.0.113.255', ['203.0.112.255', '203.0.114.0']],
    ['224.0.0.0', '255.255.255.255', ['223.255.255.255']],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', ['2001:200::']],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', ['2001:db7:ffff::', '2001:db9::']],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', ['2001:ffff::', '2003::']],
    ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', ['2620:4f:7fff::', '2620:4f:8001::']],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', ['3ffe::', '3fff:1000::']],
  ])('from %s to %s is not public, and its neighbours %j are', (first, last, neighbours) => {
    expect([isPublicAddress(first), isPublicAddress(last), ...neighbours.map(isPublicAddress)]).toEqual([
      false,
      false,
      ...neighbours.map(() => true),
    ]);
  });
});

const isPrivate = 'The URL must not lead into a private network.';
const isNoUrl = 'The URL must be an https URL such as https://example.org/hook.';
const hasCredentials = 'The URL must not contain a name or a password.';

describe('the URL of a webhook', () => {
  it.each<readonly [address: string, objection: string | null]>([
    ['https://example.org/hook', null],
    ['https://example.org:443/hook', null],
    ['https://example.org./hook', null],
    ['https://1.1.1.1/', null],
    ['https://[2606:4700::1111]/', null],
    ['example.org/hook', isNoUrl],
    ['ftp://example.org/', isNoUrl],
    ['file:///etc/passwd', isNoUrl],
    ['https://ann@example.org/', hasCredentials],
    ['https://:secret@example.org/', hasCredentials],
    ['http://example.org/', 'The URL must begin with https://.'],
    ['https://example.org:8443/', 'The URL must use the port 443, not 8443.'],
    ['https://127.0.0.1/', isPrivate],
    ['https://0x7f.1/', isPrivate],
    ['https://[::1]/', isPrivate],
    ['https://[fd12::1]/', isPrivate],
    ['https://[::ffff:10.0.0.1]/', isPrivate],
    ['https://printer/', isPrivate],
    ['https://printer./', isPrivate],
    ...['localhost', 'local', 'internal', 'home.arpa', 'invalid', 'test', 'alt'].flatMap((domain) => [
      [`https://nas.${domain}/`, isPrivate] as const,
      [`https://NAS.${domain.toUpperCase()}./`, isPrivate] as const,
    ]),
  ])('%s: %s', async (address, objection) => {
    await using sender = disposable(createHttpSender('public'));
    expect(inWords(sender.objection(address))).toBe(objection);
  });

  it.each<readonly [address: string, objection: string | null]>([
    ['http://127.0.0.1:8080/', null],
    ['https://nas.local/', null],
    ['ftp://nas.local/', isNoUrl],
    ['http://ann:secret@nas.local/', hasCredentials],
  ])('%s, where a sender may connect to anything: %s', async (address, objection) => {
    await using sender = disposable(createHttpSender('any'));
    expect(inWords(sender.objection(address))).toBe(objection);
  });
});

describe('a sender that may reach the public internet only', () => {
  it.each([[['127.0.0.1']], [['10.0.0.7', '::1']], [['::ffff:127.0.0.1']], [['169.254.169.254']]])(
    'does not connect where a name leads to %j',
    async (addresses) => {
      const { resolve } = resolver(addresses);
      await using sender = disposable(createHttpSender('public', resolve));
      const outcome = await sender.post({ ...message, address: 'https://rebound.example.org/' });
      expect(outcome).toEqual({ kind: 'failed', reason: say`The host name resolves to a private network.` });
    },
  );

  it('connects to the address that it has checked, without a second lookup', async () => {
    await using receiver = await startReceiver();
    // The answers of a name server that attacks the internal network: a harmless one first.
    const { resolve, asked } = resolver(['127.0.0.1'], ['127.0.0.2']);
    await using sender = disposable(createHttpSender('any', resolve));
    const address = receiver.address.replace('127.0.0.1', 'rebound.example.org');
    expect(await sender.post({ ...message, address })).toEqual({ kind: 'answered', status: 200 });
    expect(asked()).toBe(1);
  });

  it.each(['http://example.org/', 'https://127.0.0.1/', 'https://example.org:444/', 'https://10.1/'])(
    'sends nothing to %s',
    async (address) => {
      await using sender = disposable(createHttpSender('public'));
      const reason = sender.objection(address);
      expect(await sender.post({ ...message, address })).toEqual({ kind: 'failed', reason });
    },
  );
});

describe('a sender', () => {
  it('sends the body to the byte and tells the status', async () => {
    await using receiver = await startReceiver();
    await using sender = disposable(createHttpSender('any'));
    receiver.answer(418);
    expect(await sender.post({ ...message, address: receiver.address })).toEqual({ kind: 'answered', status: 418 });
    expect(receiver.messages[0]?.body).toBe(message.body);
  });

  it('follows no redirect', async () => {
    await using receiver = await startReceiver();
    await using other = await startReceiver();
    await using sender = disposable(createHttpSender('any'));
    receiver.answer(307, { location: other.address });
    expect(await sender.post({ ...message, address: receiver.address })).toEqual({ kind: 'answered', status: 307 });
    expect(other.messages).toEqual([]);
  });

  it('gives up on a receiver that does not answer in time', async () => {
    await using receiver = await startReceiver();
    await using sender = disposable(createHttpSender('any'));
    receiver.answer('never');
    const outcome = await sender.post({ ...message, timeoutMs: 100, address: receiver.address });
    expect(outcome).toEqual({ kind: 'failed', reason: say`No response within ${0.1} s.` });
  });

  it('sends every message at once, so that none waits for others while its time runs', async () => {
    await using receiver = await startReceiver();
    await using sender = disposable(createHttpSender('any'));
    receiver.answer('never');
    const ending = new AbortController();
    const patient = { ...message, timeoutMs: 60_000, signal: ending.signal, address: receiver.address };
    const posts = Array.from({ length: 40 }, () => sender.post(patient));
    await receiver.received(40);
    ending.abort();
    expect(new Set((await Promise.all(posts)).map(({ kind }) => kind))).toEqual(new Set(['ended']));
  });

  it('reports an aborted delivery, and a receiver that does not listen', async () => {
    const receiver = await startReceiver();
    await using sender = disposable(createHttpSender('any'));
    receiver.answer('never');
    const ending = new AbortController();
    const post = sender.post({ ...message, signal: ending.signal, address: receiver.address });
    await receiver.received(1);
    ending.abort();
    expect(await post).toEqual({ kind: 'ended' });
    await receiver.close();
    const refused = await sender.post({ ...message, address: receiver.address });
    expect(refused).toEqual({ kind: 'failed', reason: say`The connection was refused.` });
  });

  it.each([
    ['ENOTFOUND', say`The host name was not found.`],
    ['EAI_AGAIN', say`The host name was not found.`],
    ['EAI_FAIL', say`The connection failed (${'EAI_FAIL'}).`],
  ])('reports a failed lookup (%s), and nothing about the network of the service', async (code, reason) => {
    const failure = Object.assign(new Error('getaddrinfo at 10.0.0.53'), { code });
    await using sender = disposable(createHttpSender('public', (_host, _options, callback) => callback(failure, [])));
    expect(await sender.post({ ...message, address: 'https://example.org/' })).toEqual({ kind: 'failed', reason });
  });

  it.each([
    ['that is not HTTP as a failure', 'no http at all\r\n\r\n', { kind: 'failed', reason: expect.any(Array) }],
    [
      'that breaks off in its body by its status',
      `HTTP/1.1 202 OK\r\ncontent-length: 9\r\n\r\nab`,
      { kind: 'answered', status: 202 },
    ],
  ])('takes an answer %s', async (_which, answer, outcome) => {
    const server = createServer((socket) => socket.end(answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await using sender = disposable(createHttpSender('any'));
    expect(await sender.post({ ...message, address: `http://127.0.0.1:${port}/` })).toEqual(outcome);
    server.close();
  });
});

function disposable<Sender extends { close(): Promise<void> }>(sender: Sender): Sender & AsyncDisposable {
  return Object.assign(sender, { [Symbol.asyncDispose]: () => sender.close() });
}
