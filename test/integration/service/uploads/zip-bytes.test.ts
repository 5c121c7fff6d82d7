import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { zipBytes, zipStream } from '../../../../service/http/content/zip-bytes.ts';
import { fileOf, runOf, textOf } from '../../../support/files/zip-run.ts';

test('a receiver that goes away closes the content, begun or not, and asks for no further one', async () => {
  for (const isBegun of [true, false]) {
    const content = new PassThrough();
    let asked = 0;
    const run = runOf(fileOf('a.txt', content, 100), () => {
      asked += 1;
      return fileOf('b.txt', textOf('b'), 1);
    });
    const bytes = zipBytes(run);
    if (isBegun) content.write('some of it');
    expect((await bytes.next()).done).toBe(false);
    await bytes.return(undefined);
    expect([content.destroyed, asked, run.ends]).toEqual([true, 0, []]);
  }
});

test('a receiver that takes no bytes for long loses its connection, and the content is closed', async () => {
  const content = new PassThrough();
  const more = () => {
    while (content.write(Buffer.alloc(1024 ** 2)));
  };
  content.on('drain', more);
  more();
  const app = fastify();
  const pace = { windowMs: 200, windowBytes: 1 };
  app.get('/', (_request, reply) => reply.send(zipStream(runOf(fileOf('a.bin', content, 1024 ** 4)), pace)));
  const [receiver] = (await once(get(await app.listen()), 'response')) as [IncomingMessage];
  await once(content, 'close');
  receiver.resume();
  const [error] = (await once(receiver, 'error')) as [Error];
  expect(error.message).toBe('aborted');
  await app.close();
});

test.each(['half', 'more than the whole'])(
  'a content that brings %j in place of 8 bytes breaks the archive',
  async (text) => {
    const run = runOf(fileOf('a.txt', textOf(text), 8), fileOf('b.txt', textOf('b'), 1));
    const read = async () => {
      for await (const _bytes of zipBytes(run));
    };
    await expect(read()).rejects.toThrow('"a.txt"');
    expect(run.ends).toEqual([]);
  },
);

test('a content that breaks off breaks the archive', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half');
    throw new Error('The store is out of reach.');
  }
  const run = runOf(fileOf('a.txt', broken(), 8));
  const read = async () => {
    for await (const _bytes of zipBytes(run));
  };
  await expect(read()).rejects.toThrow('The store is out of reach.');
  expect(run.ends).toEqual([]);
});
