import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openContent } from '../../../../../../service/domain/kernel/contents/open-content.ts';
import type { Service } from '../../../../../../service/domain/service.ts';

/** A service whose store answers with this stream, as one on a network does. */
const answering = (bytes: PassThrough): Service => ({ blobs: { open: async () => bytes } }) as unknown as Service;

const content = { blobId: 'b', fileId: '1', id: '2', sha1: '' };

test.each(['', 'text'])('a content that came whole before it is read is read: “%s”', async (text) => {
  const bytes = new PassThrough();
  bytes.end(text);
  await once(bytes, 'finish');
  await new Promise(setImmediate);
  const opened = await openContent(answering(bytes), content);
  expect(String(await buffer(opened))).toBe(text);
});
