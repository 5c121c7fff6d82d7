import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createHttpSender, type Resolve } from '../../../../service/adapters/http-sender/http-sender.ts';
import { publicAddresses } from '../../../../service/adapters/http-sender/special-addresses.ts';
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

describe('an IP address', () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.15.255.255', '172.32.0.0', '2606:4700::1111', '2a00:1450:4001::200e'])(
    '%s is public',
    (address) => expect(publicAddresses()(address)).toBe(true),
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
    'localhost',
    '',
  ])('%s is not public', (address) => expect(publicAddresses()(address)).toBe(false));
});

describe('a sender that may reach the public internet only', () => {
  it.each([[['127.0.0.1']], [['10.0.0.7', '::1']], [['::ffff:127.0.0.1']], [['169.254.169.254']]])(
    'does not connect where a name leads to %j',
    async (addresses) => {
      const { resolve } = resolver(addresses);
      await using sender = disposable(createHttpSender('public', resolve));
      const outcome = await sender.post({ ...message, address: 'https://rebound.example.org/' });
      expect(outcome).toEqual({ kind: 'failed', reason: 'The host name resolves to a private network.' });
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
      expect(sender.objection(address)).toEqual(expect.any(String));
      expect((await sender.post({ ...message, address })).kind).toBe('failed');
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
    expect(outcome).toEqual({ kind: 'failed', reason: 'No response within 0.1 s.' });
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
    expect(refused).toEqual({ kind: 'failed', reason: 'The connection was refused.' });
  });

  it('treats an answer that is not HTTP as a failure', async () => {
    const server = createServer((socket) => socket.end('no http at all\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await using sender = disposable(createHttpSender('any'));
    expect((await sender.post({ ...message, address: `http://127.0.0.1:${port}/` })).kind).toBe('failed');
    server.close();
  });
});

function disposable<Sender extends { close(): Promise<void> }>(sender: Sender): Sender & AsyncDisposable {
  return Object.assign(sender, { [Symbol.asyncDispose]: () => sender.close() });
}
