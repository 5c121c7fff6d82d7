import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationName, operations } from '../../../../contract/operations.ts';
import { permits } from '../../../../service/domain/access/permissions/needs.ts';
import { operationRights } from '../../../../service/domain/access/permissions/operation-rights.ts';
import { sendTry } from '../../../integration/authorisation/send-try.ts';
import {
  type AuthorisationWorld,
  type CallerKind,
  createAuthorisationWorld,
  noStanding,
} from '../../../integration/authorisation/world.ts';

let world: AuthorisationWorld;
beforeAll(async () => {
  world = await createAuthorisationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const names = Object.keys(operations) as OperationName[];

const callerNamed = (name: string): CallerKind => {
  const kind = world.kinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`There is no caller "${name}".`);
  return kind;
};

/** Operations on the caller alone succeed, without data of anyone else. */
const concernsCallerAlone = (name: OperationName) => permits(operationRights[name], noStanding);

describe('a stranger sends each operation at things of the owner: refused, without a word of them', () => {
  test.each(names.filter((name) => !concernsCallerAlone(name)))('%s', async (name) => {
    const answer = await sendTry(world, name, callerNamed('outsider'));
    expect([403, 404]).toContain(answer.status);
    for (const secret of world.secrets) expect(answer.bytes.includes(secret)).toBe(false);
  });
});

describe('a stranger sends each operation that concerns the caller alone: answered, without a word of the owner', () => {
  test.each(names.filter(concernsCallerAlone))('%s', async (name) => {
    const answer = await sendTry(world, name, callerNamed('outsider'));
    expect(operations[name].answers).toHaveProperty(String(answer.status));
    for (const secret of world.secrets) expect(answer.bytes.includes(secret)).toBe(false);
  });
});

describe('no one in particular sends each operation: 401, without a word', () => {
  test.each(names)('%s', async (name) => {
    const answer = await sendTry(world, name, { token: null, headers: {} });
    expect([answer.status, answer.bytes.length]).toEqual([401, 0]);
  });
});
