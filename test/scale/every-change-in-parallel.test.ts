import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takesKey } from '../../contract/idempotency.ts';
import type { Operation } from '../../contract/operation.ts';
import { type OperationName, operations } from '../../contract/operations.ts';
import { allTries } from '../integration/authorisation/all-tries.ts';
import { mayCall, sendAs } from '../integration/authorisation/send-try.ts';
import { type AuthorisationWorld, createAuthorisationWorld } from '../integration/authorisation/world.ts';
import type { CallerAnswer } from '../support/service/callers/service-caller.ts';

/* Each changing operation against itself: the same request several times at once, on two processes with one PostgreSQL. */

let world: AuthorisationWorld;
beforeAll(async () => {
  world = await createAuthorisationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const names = (Object.keys(operations) as OperationName[]).filter((name) => takesKey(operations[name].method));
const requests = 4;

describe('as many of equal requests succeed at once as one after another, and none fails', () => {
  test.each(names)('%s', async (name) => {
    const operation: Operation = operations[name];
    const arrange = allTries[name];
    if (!arrange) throw new Error(`There is no try for ${name}.`);
    const caller = mayCall(world, name);
    const succeeded = (answers: readonly CallerAnswer[]) =>
      answers.filter(({ status }) => operation.answers[status] !== undefined).length;

    const once = await arrange(world);
    const inTurn: CallerAnswer[] = [];
    for (let count = 0; count < requests; count += 1) inTurn.push(await sendAs(world, name, once, caller));
    const again = await arrange(world);
    const atOnce = await Promise.all(Array.from({ length: requests }, () => sendAs(world, name, again, caller)));

    const said = atOnce.map(({ status, bytes }) => `${status} ${bytes.toString()}`).join('\n');
    expect(atOnce.filter(({ status }) => status >= 500).length, said).toBe(0);
    expect(succeeded(inTurn)).toBeGreaterThan(0);
    expect(succeeded(atOnce), said).toBe(succeeded(inTurn));
  });
});
