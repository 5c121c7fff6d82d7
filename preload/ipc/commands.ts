import { z } from 'zod';
import type { InWords } from '../words/wording.ts';
import { accountCommands } from './commands/account.ts';
import { contentCommands } from './commands/content.ts';
import { decisionCommands } from './commands/decisions.ts';
import { desktopCommands } from './commands/desktop.ts';
import { syncCommands } from './commands/sync.ts';
import { words } from './words.ts';

/**
 * All requests that the window and the command line can send to a running engine: name -> input and output shape. Both ends derive types and
 * validation from this table; a missing handler does not compile. Two transports carry it: Electron messages and WebSocket (also over the socket in
 * the state folder, for the command line).
 */
export const commands = {
  ...accountCommands,
  ...syncCommands,
  ...decisionCommands,
  ...contentCommands,
  ...desktopCommands,
} as const;

export type Commands = typeof commands;
export type CommandName = keyof Commands;
/** Input from a caller: fields with defaults are optional. */
export type CommandInput<Name extends CommandName> = z.input<Commands[Name]['input']>;
/** Input of a handler: validated, with defaults filled in. */
export type CommandRequest<Name extends CommandName> = z.output<Commands[Name]['input']>;
export type CommandOutput<Name extends CommandName> = z.output<Commands[Name]['output']>;

/**
 * A refusal for a person to read; `code` is stable, e.g. `root_nested`, `not_found`, `not_supported_here`. `faults`: the invalid fields, by the
 * service's names, so that a form can show the message beside the field.
 */
export const CommandError = z.object({
  code: z.string(),
  message: words,
  remedy: words,
  faults: z.array(z.object({ name: z.string(), message: words })).optional(),
});
/** Wire format: messages as codes and arguments. */
export type CommandErrorData = z.infer<typeof CommandError>;
/** The same with messages as text. */
export type CommandError = InWords<CommandErrorData>;

/** A result as received over a wire, before its value is validated against its command. */
export const WireResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: CommandError }),
]);
export type WireResult = z.infer<typeof WireResult>;

export type CommandResult<Name extends CommandName> =
  | { readonly ok: true; readonly value: CommandOutput<Name> }
  | { readonly ok: false; readonly error: CommandErrorData };

/** The same with messages as text. */
export type CommandAnswer<Name extends CommandName> = InWords<CommandOutput<Name>>;
export type SpokenResult<Name extends CommandName> =
  | { readonly ok: true; readonly value: CommandAnswer<Name> }
  | { readonly ok: false; readonly error: CommandError };

/** One handler for each command; answers are results, never exceptions. */
export type CommandHandlers = {
  readonly [Name in CommandName]: (request: CommandRequest<Name>) => Promise<CommandResult<Name>>;
};
