import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeStep } from '../../../main/engine/execute/execute-step.ts';
import { problem } from '../../../main/engine/execute/problems.ts';
import { failed } from '../../../main/engine/execute/step-result.ts';
import { RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import type { RootContext } from '../../../main/engine/root/root-context.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openPlayedRounds, type PlayedRounds } from '../../support/engine/played-rounds.ts';
import { webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Uploads are cut on the way: alone, or together with everything else of the account. Rounds are played one by one. */
let service: TestService;
let rounds: PlayedRounds;
let device: EngineDevice;
let context: RootContext;
let line: 'whole' | 'without uploads' | 'down';
/** The clock of this machine runs ahead by this much. */
let aheadMs: number;

beforeEach(async () => {
  [line, aheadMs] = ['whole', 0];
  service = await startTestService();
  const change = (made: EngineParts): EngineParts => {
    const changes: typeof made.remote.changes = async (position, stop) => {
      if (line === 'down') throw new RemoteError('offline', 'the line is down');
      return made.remote.changes(position, stop);
    };
    const clock = { ...made.clock, nowMs: () => made.clock.nowMs() + aheadMs };
    return { ...made, clock, remote: { ...made.remote, changes } };
  };
  const execute: typeof executeStep = async (execution, step, stop) => {
    if (line !== 'whole') return failed(problem('offline', { subject: 'long.txt' }));
    return executeStep(execution, step, stop);
  };
  rounds = await openPlayedRounds(service, { name: 'outages', change, execute });
  ({ device, context } = rounds);
});
afterEach(async () => {
  await rounds.close();
  await service.stop();
});

const settle = (): Promise<void> => rounds.settle();

/** The next try of the account, and all that follows from it. */
async function later(): Promise<void> {
  aheadMs += 60 * 60_000;
  await settle();
}

const reasons = () => context.root.reasons(10).map((reason) => reason.problem.code);

test('[P64][E97] a file whose upload is cut by one outage after the other does not wait by itself', async () => {
  await settle();
  await device.write('long.txt', 'long');
  context.hints.addAll();
  for (let outages = 1; outages <= 4; outages++) {
    line = 'without uploads';
    await later();
    expect([context.gate.isOpen, reasons()]).toEqual([false, []]);
    line = 'down';
    await later();
    expect(context.gate.isOpen).toBe(false);
  }
  line = 'whole';
  await later();
  expect(await webUser(service, service.person.token).find('0', 'long.txt')).toBeDefined();
});

test('[P64][E105] a file whose upload is cut while the account is reached waits by itself until another network is there', async () => {
  await settle();
  await device.write('long.txt', 'long');
  context.hints.addAll();
  line = 'without uploads';
  for (let tries = 1; tries <= 3; tries++) await later();
  expect([context.gate.isOpen, reasons()]).toEqual([true, ['service_error']]);
  context.gate.tryNow();
  await later();
  expect(context.gate.isOpen).toBe(false);
  line = 'whole';
  await later();
  expect(await webUser(service, service.person.token).find('0', 'long.txt')).toBeDefined();
});
