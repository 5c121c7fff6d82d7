import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '../../../support/programs/processes.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { startSingleService } from '../../../support/service/service.ts';

/** More than the systems of both ends buffer. */
const contentBytes = 40_000_000;

test('a download whose receiver takes nothing is closed, and one that is taken arrives whole', async () => {
  await using service = await startSingleService({ stallMs: 1_000 });
  const ann = callerOf(service, service.person.token);
  const uploaded = await ann.upload({ name: 'big.bin', parent: { id: '0' } }, Buffer.alloc(contentBytes));
  const id = uploaded.json.entries[0]?.id;
  const { hostname, port } = new URL(service.listenUrl);
  const receiver = connect(Number(port), hostname).pause();
  const head = [
    `GET /2.0/files/${id}/content HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${service.person.token}`,
    'prefer: return=representation',
  ];
  receiver.write(`${head.join('\r\n')}\r\n\r\n`);
  await eventually('the download is closed', async () => {
    const { bytes } = await ann.send('GET', `${service.publicUrl}/metrics`);
    return /budget="stalled_receivers"\} 1\n/.test(bytes.toString());
  });
  let taken = 0;
  receiver.on('data', (bytes: Buffer) => void (taken += bytes.length));
  receiver.on('error', () => undefined);
  const closed = once(receiver, 'close');
  receiver.resume();
  await closed;
  expect(taken).toBeLessThan(contentBytes);
  expect((await ann.download(String(id))).bytes).toHaveLength(contentBytes);
});
