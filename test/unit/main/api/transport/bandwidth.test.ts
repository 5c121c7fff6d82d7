import { expect, test } from 'vitest';
import { uploadFile } from '../../../../../contract/operations/items/files.ts';
import { getCurrentUser } from '../../../../../contract/operations/people/users.ts';
import { KnownBytes } from '../../../../../main/api/transport/known-bytes.ts';
import { connect, me } from '../../../../support/lines/scripted-client.ts';

test('the limit of bandwidth reaches the connections: bytes ask for their turn, a listing does not', async () => {
  const taken: string[] = [];
  const throttle = {
    isLimited: () => true,
    take: async (direction: 'up' | 'down') => void taken.push(direction),
    enter: async () => () => undefined,
  };
  const { client } = await connect(
    ({ method }) => (method === 'GET' ? { json: me } : { status: 201, json: { total_count: 0, entries: [] } }),
    { throttle },
  );
  await client.call(getCurrentUser, { query: {} });
  expect(taken).toEqual([]);
  await client.call(uploadFile, {
    headers: {},
    body: { attributes: { name: 'a.txt', parent: { id: '0' } }, content: new KnownBytes(Buffer.from('bytes')) },
  });
  expect(taken).toContain('up');
});
