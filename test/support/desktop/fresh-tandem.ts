import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPlaces } from '../../../main/account/places.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../preload/ipc/commands.ts';
import { eventually } from '../programs/processes.ts';
import { startProcess, surroundings } from './started-tandem.ts';

/** Tandem at its first start with `npm start -- --welcome`: nothing is configured, and the window shows Welcome. */
export type FreshTandem = {
  /** A separate folder for all its files. */
  readonly home: string;
  link(): Promise<string>;
  ask<Name extends CommandName>(name: Name, input?: CommandInput<Name>): Promise<CommandOutput<Name>>;
  startAgain(): Promise<void>;
  close(): Promise<void>;
};

export async function freshTandem(): Promise<FreshTandem> {
  const home = await mkdtemp(join(tmpdir(), 'tandem-fresh-'));
  const env = surroundings(home, false);
  const { state } = findPlaces({ env, platform: process.platform, home, exists: existsSync });
  let running = await startProcess(env, state, ['--welcome']);
  const ask = async <Name extends CommandName>(name: Name, input?: CommandInput<Name>) => {
    const result = await running.control.call(name, input ?? ({} as CommandInput<Name>));
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
    return result.value;
  };
  return {
    home,
    ask,
    link: () =>
      eventually('the window is open', async () => {
        const answer = await running.control.call('window.link', {});
        return answer.ok ? answer.value.url : undefined;
      }),
    async startAgain() {
      await running.stop();
      running = await startProcess(env, state, ['--welcome']);
    },
    async close() {
      await running.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
