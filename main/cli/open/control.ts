import type { CommandAnswer, CommandInput, CommandName, CommandResult } from '../../../preload/ipc/commands.ts';
import { sayInTerminal } from '../../../preload/words/en/english.ts';
import { speakResult } from '../../../preload/words/speak.ts';
import { CliError } from '../cli-error.ts';
import type { CommonFlags } from '../words/common-flags.ts';

/**
 * The engine for a command: the process that uses this state, or, if none runs, the state itself, opened for the duration of the command. Both use
 * the same command table.
 */
export type Control = {
  readonly isRunning: boolean;
  call<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandResult<Name>>;
  close(): Promise<void>;
};

export type OpenControl = (state: string) => Promise<Control>;

/** The same for requests that need the service: if no process runs, the state is opened with the account from the flags. */
export type OpenSignedIn = <T>(flags: CommonFlags, work: (control: Control) => Promise<T>) => Promise<T>;

/** Sends one request; a refusal becomes a user-facing error. */
export async function ask<Name extends CommandName>(
  control: Control,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandAnswer<Name>> {
  const answer = speakResult({ name, input }, await control.call(name, input), sayInTerminal(Date.now));
  if (answer.ok) return answer.value;
  throw new CliError(answer.error.code, answer.error.message, answer.error.remedy);
}

/** Opens, runs `work`, closes. */
export async function withControl<T>(
  open: OpenControl,
  state: string,
  work: (control: Control) => Promise<T>,
): Promise<T> {
  const control = await open(state);
  try {
    return await work(control);
  } finally {
    await control.close();
  }
}
