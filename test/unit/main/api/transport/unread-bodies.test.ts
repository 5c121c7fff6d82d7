import { expect, test } from 'vitest';
import { downloadFile } from '../../../../../contract/operations/items/files.ts';
import { getCurrentUser, getUserAvatar } from '../../../../../contract/operations/people/users.ts';
import { answerAvatar } from '../../../../../main/commands/content/avatar.ts';
import { connect, me } from '../../../../support/lines/scripted-client.ts';

/** More than a connection holds before its reader asks for it. */
const LONG = 'x'.repeat(1_000_000);
/** More than a client has connections. */
const TIMES = 30;

const never = new AbortController().signal;
type Client = Awaited<ReturnType<typeof connect>>['client'];

test.each([
  [
    'is returned before it is read',
    { 'content-length': String(LONG.length) },
    async (client: Client) => {
      const answer = await client.call(downloadFile, { params: { file_id: '1' }, headers: {} });
      if (answer.status === 200) await answer.body[Symbol.asyncIterator]().return?.();
    },
  ],
  [
    'comes with headers outside the format',
    { 'content-type': 'image/png' },
    async (client: Client) => {
      const call = client.call(getUserAvatar, { params: { user_id: '1' } });
      await expect(call).rejects.toMatchObject({ code: 'bad_answer' });
    },
  ],
  [
    'is no picture of a person',
    { 'content-type': 'text/html', 'content-length': String(LONG.length) },
    async (client: Client) => {
      expect(await answerAvatar(client, { userId: '1', isHead: false }, never)).toMatchObject({ status: 204 });
    },
  ],
])('a body that %s frees its connection', async (_what, headers, ask) => {
  const { client } = await connect(({ path }) => (path === '/2.0/users/me' ? { json: me } : { text: LONG, headers }));
  for (let time = 0; time < TIMES; time++) await ask(client);
  expect(await client.call(getCurrentUser, {})).toEqual({ status: 200, body: me });
});
