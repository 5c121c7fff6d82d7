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
import { refusalOf } from '../refusal.ts';

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
  const what = `${name}, ${describeIssue(parsed.error)}`;
  return { ok: false, error: refusalOf('bad_request', { code: 'request_malformed', args: { what } }) };
}

/** An answer of a handler. An answer that does not match the table (`bad_answer`) is never shown as valid. */
export function parseAnswer<Name extends CommandName>(name: Name, value: unknown): Parsed<CommandOutput<Name>> {
  const parsed = commands[name].output.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data as CommandOutput<Name> };
  const what = `${name}, ${describeIssue(parsed.error)}`;
  return { ok: false, error: refusalOf('bad_answer', { code: 'answer_malformed', args: { what } }) };
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

/** The field at fault, and how. */
function describeIssue(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'unexpected';
  const field = issue.path.map(String).join('.');
  return field === '' ? issue.message : `"${field}": ${issue.message}`;
}
