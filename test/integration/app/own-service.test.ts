import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RunService, ServiceProcess } from '../../../main/account/private-service/private-service.ts';
import { openOwnService } from '../../../main/compose/account/own-service.ts';
import { lockState } from '../../../main/engine/store/state-lock.ts';
import { runBuiltService } from '../../support/programs/processes.ts';

/** Runs the service, whose process ends only when allowed to. */
function reluctantService() {
  const asked = Promise.withResolvers<void>();
  const allowed = Promise.withResolvers<void>();
  const run: RunService = (args): ServiceProcess => {
    const child = runBuiltService(args);
    if (args[0] !== 'start') return child;
    const kill = (): boolean => {
      asked.resolve();
      void allowed.promise.then(() => child.kill());
      return true;
    };
    const { stdout, stderr } = child;
    return { stdout, stderr, once: (event, listener) => child.once(event, listener), kill };
  };
  return { run, isAsked: asked.promise, allow: allowed.resolve };
}

test('the state stays locked until the private service has ended, which the next Tandem would meet', async () => {
  const home = await mkdtemp(join(tmpdir(), 'tandem-own-'));
  const service = reluctantService();
  onTestFinished(async () => {
    service.allow();
    await rm(home, { recursive: true, force: true });
  });
  const state = join(home, 'state');
  const log = { warn: () => undefined, error: () => undefined };
  const opened = await openOwnService({
    places: { state, service: join(home, 'service') },
    log,
    runService: service.run,
  });
  const closed = opened.close();
  await service.isAsked;
  expect(() => lockState(state)).toThrow('is in use by another Tandem');
  service.allow();
  await closed;
  lockState(state).release();
});
