import { executeStep } from '../../../main/engine/execute/execute-step.ts';
import { createAccountGate } from '../../../main/engine/root/account/account-gate.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { createRootContext, type RootContext } from '../../../main/engine/root/root-context.ts';
import { runRound } from '../../../main/engine/root/root-round.ts';
import { createStepRunner } from '../../../main/engine/root/schedule/step-runner.ts';
import type { TestService } from '../service/service.ts';
import { type EngineDevice, openEngineDevice } from './engine-device.ts';

/** A device with one root whose rounds a test plays one by one: its engine does not run. */
export type PlayedRounds = {
  readonly device: EngineDevice;
  readonly context: RootContext;
  /** Rounds as they follow each other, until nothing is left to do. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

export type PlayedParts = {
  readonly name: string;
  readonly change: (made: EngineParts) => EngineParts;
  /** Default: the steps of the engine. */
  readonly execute?: typeof executeStep;
};

export async function openPlayedRounds(
  service: TestService,
  { name, change, execute = executeStep }: PlayedParts,
): Promise<PlayedRounds> {
  let parts: EngineParts | undefined;
  const changeOnce = (made: EngineParts): EngineParts => {
    parts = change(made);
    return parts;
  };
  const device = await openEngineDevice({
    name,
    addresses: service,
    token: service.person.token,
    change: changeOnce,
  });
  const [record] = device.store.roots();
  if (parts === undefined || record === undefined) throw new Error('the device has no root');
  const context = createRootContext({
    parts,
    record,
    gate: createAccountGate(parts.clock, parts.random, () => undefined),
    notifyChanged: () => undefined,
    refreshInvitations: () => undefined,
    notify: () => undefined,
    createRunner: (execution, wake) => createStepRunner((step, stop) => execute(execution, step, stop), wake.ring),
  });
  const { signal } = new AbortController();
  return {
    device,
    context,
    async settle() {
      while ((await runRound(context, signal)) || context.runner.size > 0) await context.parts.clock.sleep(5);
    },
    async close() {
      await context.runner.close();
      await device.close();
    },
  };
}
