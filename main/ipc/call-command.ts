import type { CommandHandlers, CommandName, CommandResult } from '../../preload/ipc/commands.ts';
import { refusalOf } from '../../preload/ipc/refusal.ts';
import { isCommandName, parseAnswer, parseRequest } from '../../preload/ipc/transport/parse.ts';

/** Reports a handler that threw, which is a bug: logged, never shown to the user. */
export type ReportBug = (command: string, cause: unknown) => void;

/**
 * Runs one command from any transport. Rejects unknown names and invalid input before the handler (`unknown_command`, `bad_request`), and validates
 * its answer. Never rejects.
 */
export async function callCommand(
  handlers: CommandHandlers,
  name: string,
  input: unknown,
  reportBug: ReportBug,
): Promise<CommandResult<CommandName>> {
  if (!isCommandName(name)) {
    return {
      ok: false,
      error: refusalOf('unknown_command', { code: 'unknown_command', args: { command: name } }),
    };
  }
  try {
    return await run(handlers, name, input);
  } catch (cause) {
    reportBug(name, cause);
    return { ok: false, error: refusalOf('internal', { code: 'host_fault', args: {} }) };
  }
}

async function run<Name extends CommandName>(
  handlers: CommandHandlers,
  name: Name,
  input: unknown,
): Promise<CommandResult<Name>> {
  const request = parseRequest(name, input);
  if (!request.ok) return request;
  const result = await handlers[name](request.value);
  return result.ok ? parseAnswer(name, result.value) : result;
}
