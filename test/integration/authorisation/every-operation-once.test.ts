import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takesKey } from '../../../contract/idempotency.ts';
import type { Operation } from '../../../contract/operation.ts';
import { type OperationName, operations } from '../../../contract/operations.ts';
import { completeAdminLog } from '../../../service/domain/streams/events/complete-admin-log.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';
import { allTries } from './all-tries.ts';
import { mayCall, sendAs } from './send-try.ts';
import { type AuthorisationWorld, createAuthorisationWorld } from './world.ts';

let world: AuthorisationWorld;
beforeAll(async () => {
  world = await createAuthorisationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const names = (Object.keys(operations) as OperationName[]).filter((name) => takesKey(operations[name].method));

/** The ends of the administrators' log and of the callers' streams: an operation carried out twice moves one of them. */
const logEnds = async () => {
  const { service, person } = world.service;
  await completeAdminLog(service);
  return service.store.read(async ({ events }) => ({
    admins: await events.adminPositions.latest(),
    owner: await events.positionsOf(world.ownerId).latest(),
    admin: await events.positionsOf(person.id).latest(),
  }));
};

describe('idempotency keys: each changing operation answers a repeat with the stored answer and changes nothing', () => {
  test.each(names)('%s', async (name) => {
    const arrange = allTries[name];
    if (!arrange) throw new Error(`There is no try for ${name}.`);
    const operation: Operation = operations[name];
    const tried = await arrange(world);
    const caller = { token: mayCall(world, name).token, headers: { 'idempotency-key': randomUUID() } };
    const first = await sendAs(world, name, tried, caller);
    if (operation.answers[first.status] === undefined) throw new Error(first.bytes.toString());
    const before = await logEnds();
    const second = await sendAs(world, name, tried, caller);
    expect([second.status, second.bytes.toString()]).toEqual([first.status, first.bytes.toString()]);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(second.headers['location']).toBe(first.headers['location']);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(await logEnds()).toEqual(before);
    const stored = await callerOf(world.service, caller.token).get(
      `/idempotency_keys/${caller.headers['idempotency-key']}`,
    );
    const body = first.bytes.length === 0 ? null : JSON.parse(first.bytes.toString());
    expect(stored.json).toMatchObject({ type: 'idempotency_key', status: first.status, body });
  });
});
