import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../../contract/operation.ts';
import { type OperationName, operations } from '../../../../contract/operations.ts';
import { permits } from '../../../../service/domain/access/permissions/needs.ts';
import { operationRights } from '../../../../service/domain/access/permissions/operation-rights.ts';
import { sendTry } from '../../../integration/authorisation/send-try.ts';
import {
  type AuthorisationWorld,
  createAuthorisationWorld,
  noStanding,
} from '../../../integration/authorisation/world.ts';
import { requireOk } from '../contents/content-house.ts';

/** Statuses that leave an account its sign-in and take rights away from it. */
const statuses = ['cannot_delete_edit', 'cannot_delete_edit_upload'] as const;

let world: AuthorisationWorld;
const tokens = new Map<string, string>();
beforeAll(async () => {
  world = await createAuthorisationWorld();
  for (const status of statuses) {
    const person = await world.service.addPerson(`${status}@example.com`);
    const item = { type: 'folder', id: world.folderId };
    const accessible_by = { type: 'user', login: person.login };
    requireOk(await world.owner.post('/collaborations', { item, accessible_by, role: 'co-owner' }));
    await world.service.service.store.transaction(({ users }) => users.update(person.id, { status }));
    tokens.set(status, person.token);
  }
});
afterAll(() => world[Symbol.asyncDispose]());

const names = Object.keys(operations) as OperationName[];
const cells = names.flatMap((name) =>
  statuses.map((status) => {
    // A copy is also something new in the caller's own root.
    const needsUpload = name === 'copyFile' || name === 'copyFolder';
    const isOpen =
      permits(operationRights[name], { ...noStanding, item: 'co-owner', status }) &&
      !(needsUpload && status === 'cannot_delete_edit_upload');
    return { name, status, isOpen, does: isOpen ? 'answers' : 'refuses' };
  }),
);

describe('the status of an account takes rights away from a co-owner, at each operation', () => {
  test.each(cells)('$name $does $status', async ({ name, status, isOpen }) => {
    const operation: Operation = operations[name];
    const answer = await sendTry(world, name, { token: tokens.get(status) ?? null, headers: {} });
    if (isOpen) expect(Object.keys(operation.answers)).toContain(String(answer.status));
    else expect([403, 404]).toContain(answer.status);
  });
});
