import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../contract/operation.ts';
import { type OperationName, operations } from '../../../contract/operations.ts';
import { permits } from '../../../service/domain/access/permissions/needs.ts';
import { operationRights } from '../../../service/domain/access/permissions/operation-rights.ts';
import { allTries } from './all-tries.ts';
import { sendTry } from './send-try.ts';
import { type AuthorisationWorld, type CallerKind, createAuthorisationWorld } from './world.ts';

let world: AuthorisationWorld;
beforeAll(async () => {
  world = await createAuthorisationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const names = Object.keys(operations) as OperationName[];

/** The outcome that the table expects for a cell. */
function expected(name: OperationName, { standing, scopes }: CallerKind): 'answered' | 'unauthorised' | 'refused' {
  if (standing === null) return 'unauthorised';
  const operation: Operation = operations[name];
  const hasScope = scopes === null || operation.scope.some((scope) => scopes.includes(scope));
  return hasScope && permits(operationRights[name], standing) ? 'answered' : 'refused';
}

/** The outcome on the service. */
async function outcome(name: OperationName, kind: CallerKind): Promise<string> {
  const operation: Operation = operations[name];
  const answer = await sendTry(world, name, kind);
  if (operation.answers[answer.status] !== undefined) return 'answered';
  if (answer.status === 401) return 'unauthorised';
  if (answer.status === 403 || answer.status === 404) return 'refused';
  return `${answer.status} ${answer.bytes.toString()}`;
}

describe('authorisation: each operation answers exactly the callers that the table names', () => {
  test('there is a try for every operation', () => {
    expect(names.filter((name) => allTries[name] === undefined)).toEqual([]);
  });

  test.each(names)('%s', async (name) => {
    const seen: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const kind of world.kinds) {
      seen[kind.name] = await outcome(name, kind);
      wanted[kind.name] = expected(name, kind);
    }
    expect(seen).toEqual(wanted);
  });
});
