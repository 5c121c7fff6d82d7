import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationName, operations } from '../../../../contract/operations.ts';
import { permits } from '../../../../service/domain/access/permissions/needs.ts';
import { operationRights } from '../../../../service/domain/access/permissions/operation-rights.ts';
import { arrange, sendAs, sendTry } from '../../../integration/authorisation/send-try.ts';
import type { Try } from '../../../integration/authorisation/tries.ts';
import {
  type AuthorisationWorld,
  type CallerKind,
  createAuthorisationWorld,
  noStanding,
} from '../../../integration/authorisation/world.ts';
import type { CallerAnswer } from '../../../support/service/callers/service-caller.ts';

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

const anyId = /(?<=[="])(?:\d{2,}|[0-9a-f]{32})(?=["&])/g;

/** The request, and the same about things that do not exist, each with the ids in it. */
function withUnknownIds(real: Try) {
  const { params, query, body } = real;
  const known = JSON.stringify({ params, query, body });
  const unknown = known.replaceAll(anyId, (id) => (id.length < 32 ? `${id}0000` : [...id].reverse().join('')));
  const ids = (text: string) => text.match(anyId) ?? [];
  const invented: Try = { ...real, ...JSON.parse(unknown) };
  return { real: { sent: real, ids: ids(known) }, invented: { sent: invented, ids: ids(unknown) } };
}

/** What a person learns from an answer, apart from the ids in the request. */
function learned({ status, json }: CallerAnswer, ids: readonly string[]) {
  const { request_id: _, ...said } = json;
  return { status, said: ids.reduce((text, id) => text.replaceAll(id, '#'), JSON.stringify(said)) };
}

/** Operations on the caller alone succeed, without data of anyone else. */
const concernsCallerAlone = (name: OperationName) => permits(operationRights[name], noStanding);

describe('a stranger sends each operation at things of the owner: refused, without a word of them', () => {
  test.each(names.filter((name) => !concernsCallerAlone(name)))('%s', async (name) => {
    const answer = await sendTry(world, name, callerNamed('outsider'));
    expect([403, 404]).toContain(answer.status);
    for (const secret of world.secrets) expect(answer.bytes.includes(secret)).toBe(false);
  });
});

describe('a stranger names things of the owner: the answer is the one to ids that do not exist', () => {
  test.each(names.filter((name) => !concernsCallerAlone(name)))('%s', async (name) => {
    const { real, invented } = withUnknownIds(await arrange(world, name));
    const ask = async ({ sent, ids }: typeof real) =>
      learned(await sendAs(world, name, sent, callerNamed('outsider')), ids);
    expect(await ask(real)).toEqual(await ask(invented));
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
