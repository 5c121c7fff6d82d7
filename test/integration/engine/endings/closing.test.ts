import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { KnownPerson } from '../../../../main/account/person.ts';
import { fixedToken } from '../../../../main/api/token-source.ts';
import { noProxy } from '../../../../main/api/transport/proxy.ts';
import { composeConnection } from '../../../../main/compose/connection.ts';
import { composeEngine } from '../../../../main/compose/engine.ts';

test('[E114] an engine that fails to close leaves nothing open: another one opens on its state', async () => {
  const state = await mkdtemp(join(tmpdir(), 'tandem-closing-'));
  onTestFinished(() => rm(state, { recursive: true, force: true }));
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
  const failing = () => {
    throw new Error('the first part fails');
  };
  const first = await open({ ...person, stop: failing });
  await expect(first.close()).rejects.toThrow('the first part fails');
  const second = await open(person);
  await second.close();
});
