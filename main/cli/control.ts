import type { CommandAnswer, CommandInput, CommandName, CommandResult } from '../../preload/ipc/commands.ts';
import { sayInTerminal } from '../../preload/words/en/english.ts';
import { speakResult } from '../../preload/words/speak.ts';
import { CliError } from './cli-error.ts';
import type { CommonFlags } from './common-flags.ts';

/**
 * The engine that a command speaks to: the process that runs on this state, or, where none does, the state itself opened for the
 * length of the command. The same table either way.
 */
export type Control = {
  readonly isRunning: boolean;
  call<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandResult<Name>>;
  close(): Promise<void>;
};

export type OpenControl = (state: string) => Promise<Control>;

/**
 * The same for a question that the service has to answer: where no process runs, the state is opened with the account that the
 * flags name.
 */
export type OpenSignedIn = <T>(flags: CommonFlags, work: (control: Control) => Promise<T>) => Promise<T>;

/** Asks one question; a refusal becomes the error that a person reads. */
export async function ask<Name extends CommandName>(
  control: Control,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandAnswer<Name>> {
  const answer = speakResult(name, await control.call(name, input), sayInTerminal(Date.now));
  if (answer.ok) return answer.value;
  throw new CliError(answer.error.code, answer.error.message, answer.error.remedy);
}

/** Opens, asks, closes. */
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
