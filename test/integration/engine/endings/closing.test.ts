import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { KnownPerson } from '../../../../main/account/person.ts';
import { fixedToken } from '../../../../main/api/token-source.ts';
import { noProxy } from '../../../../main/api/transport/proxy.ts';
import { composeConnection } from '../../../../main/compose/connection.ts';
import { composeEngine } from '../../../../main/compose/engine.ts';
import { endedCleanly } from '../../../../main/engine/store/database/threads/integrity-check.ts';

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'tandem-closing-'));
  onTestFinished(() => rm(state, { recursive: true, force: true }));
});

const service = 'http://127.0.0.1:9/2.0';
const person: KnownPerson = {
  current: () => null,
  stale: () => undefined,
  changed: () => undefined,
  onAnswer: () => undefined,
  stop: () => undefined,
};
const open = (own: KnownPerson) =>
  composeEngine({
    state,
    ownPlaces: [state],
    connection: composeConnection({ service, baseUrl: service, uploadUrl: service }, fixedToken('t'), noProxy),
    account: { service, userId: '1' },
    person: own,
    log: { warn: () => undefined, error: () => undefined },
  });

test('[E114] an engine that fails to close leaves nothing open: another one opens on its state', async () => {
  const failing = () => {
    throw new Error('the first part fails');
  };
  const first = await open({ ...person, stop: failing });
  await expect(first.close()).rejects.toThrow('the first part fails');
  const second = await open(person);
  await second.close();
});

test('[P59] an engine whose process is about to be terminated closes its store before it returns', async () => {
  const composed = await open(person);
  const isClean = () => endedCleanly(join(state, 'engine.db'), 'clean_stop');
  composed.engine.start();
  expect(isClean()).toBe(false);
  composed.endNow();
  expect(isClean()).toBe(true);
  await composed.close();
});
