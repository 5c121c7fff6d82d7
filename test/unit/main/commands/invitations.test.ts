import { expect, test } from 'vitest';
import { pendingInvitations } from '../../../../main/commands/invitations.ts';

const pending = {
  id: '5',
  type: 'collaboration',
  status: 'pending',
  item: null,
  role: 'editor',
  created_by: { id: '7', type: 'user', name: 'Carol', login: 'carol@example.com' },
};

test.each([
  ['names its item', { invite_item: { type: 'folder', name: 'Launch plan' } }, 'Launch plan'],
  ['from a service that hides the item has no name', {}, ''],
])('a pending invitation %s', async (_what, more, item) => {
  const api = { call: async () => ({ status: 200, body: { entries: [{ ...pending, ...more }] } }) };
  expect(await pendingInvitations(api as never)).toEqual([
    { id: '5', from: 'Carol', fromId: '7', item, role: 'editor', createdAtMs: null },
  ]);
});
