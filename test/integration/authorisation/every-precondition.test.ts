import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../contract/operation.ts';
import { ifMatch, ifNoneMatch } from '../../../contract/operations/parameters.ts';
import { type OperationName, operations } from '../../../contract/operations.ts';
import { allTries } from './all-tries.ts';
import { mayCall, sendAs } from './send-try.ts';
import { commitOfVersion } from './tries/tree/upload-sessions.ts';
import { type AuthorisationWorld, createAuthorisationWorld } from './world.ts';

let world: AuthorisationWorld;
beforeAll(async () => {
  world = await createAuthorisationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const etagHeaders = { ...ifMatch.shape, ...ifNoneMatch.shape };

/** The operations that take the etag of an item. A download takes the tag of a content, where its redirect leads (content-preconditions.test.ts). */
const taking = (header: keyof typeof etagHeaders) =>
  (Object.keys(operations) as OperationName[]).filter(
    (name) => (operations[name] as Operation).headers.shape[header] === etagHeaders[header],
  );

/** Sends an operation with a precondition, and then, at the same thing, without one. */
async function sendTwice(name: OperationName, precondition: Readonly<Record<string, string>>) {
  // A new file has no former etag.
  const arrange = name === 'commitUploadSession' ? commitOfVersion : allTries[name];
  if (!arrange) throw new Error(`There is no try for ${name}.`);
  const tried = await arrange(world);
  const caller = mayCall(world, name);
  const first = await sendAs(world, name, { ...tried, headers: { ...tried.headers, ...precondition } }, caller);
  return { first, second: await sendAs(world, name, tried, caller) };
}

describe('a stale etag in if-match is refused, and the request changes nothing', () => {
  test.each(taking('if-match'))('%s', async (name) => {
    const { first, second } = await sendTwice(name, { 'if-match': '77' });
    expect([first.status, first.json.code]).toEqual([412, 'precondition_failed']);
    expect((operations[name] as Operation).answers).toHaveProperty(String(second.status));
  });
});

describe('a known etag in if-none-match is answered with 304', () => {
  test.each(taking('if-none-match'))('%s', async (name) => {
    const { first, second } = await sendTwice(name, { 'if-none-match': '*' });
    expect([first.status, first.bytes.length]).toEqual([304, 0]);
    expect((operations[name] as Operation).answers).toHaveProperty(String(second.status));
  });
});
