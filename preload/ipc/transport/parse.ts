import type { z } from 'zod';
import {
  type CommandErrorData,
  type CommandName,
  type CommandOutput,
  type CommandRequest,
  type CommandResult,
  commands,
  type WireResult,
} from '../commands.ts';
import { type FeedMessage, type FeedName, feeds } from '../feeds.ts';

/**
 * Both ends validate every message against the table with these parsers. All casts between "any name of the table" and "this name" are in this
 * file.
 */

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: CommandErrorData };

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

export function isFeedName(name: string): name is FeedName {
  return Object.hasOwn(feeds, name);
}

/** A request from a caller; the error (`bad_request`) names the invalid field. */
export function parseRequest<Name extends CommandName>(name: Name, input: unknown): Parsed<CommandRequest<Name>> {
  const parsed = commands[name].input.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data as CommandRequest<Name> };
  return {
    ok: false,
    error: {
      code: 'bad_request',
      message: `"${name}" was asked with ${describeIssue(parsed.error)}.`,
      remedy: 'Reload the window; if it stays, the window and the program are of different versions.',
    },
  };
}

/** An answer of a handler. An answer that does not match the table (`bad_answer`) is never shown as valid. */
export function parseAnswer<Name extends CommandName>(name: Name, value: unknown): Parsed<CommandOutput<Name>> {
  const parsed = commands[name].output.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data as CommandOutput<Name> };
  return {
    ok: false,
    error: {
      code: 'bad_answer',
      message: `The answer to "${name}" had ${describeIssue(parsed.error)}.`,
      remedy: 'Restart Tandem; if it stays, the window and the program are of different versions.',
    },
  };
}

/** Validates a whole result received over a wire: refusal or value. */
export function parseResult<Name extends CommandName>(name: Name, result: WireResult): CommandResult<Name> {
  return result.ok ? parseAnswer(name, result.value) : result;
}

/** Null: wrong shape for this feed; the receiver drops the message. */
export function parseFeedMessage<Name extends FeedName>(feed: Name, message: unknown): FeedMessage<Name> | null {
  const parsed = feeds[feed].safeParse(message);
  return parsed.success ? (parsed.data as FeedMessage<Name>) : null;
}

function describeIssue(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'a value of an unexpected shape';
  const field = issue.path.map(String).join('.');
  return field === '' ? `a value of an unexpected shape (${issue.message})` : `a wrong "${field}" (${issue.message})`;
}
