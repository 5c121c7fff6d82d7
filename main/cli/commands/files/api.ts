import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand } from '../../command.ts';
import { SIGN_IN, TOKEN_REFUSED } from '../../explain-failure.ts';
import type { OpenConnection } from '../../open/open-connection.ts';

const apiOptions = {
  body: { type: 'string', value: 'JSON', help: 'request body; `-` reads it from standard input' },
  header: { type: 'string', value: 'NAME:VALUE', help: 'additional header, e.g. "svc-version: 2025.0" for hubs' },
} as const;

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** `tandem api METHOD PATH [--body JSON]`: a signed-in request, for scripts. Exit 1 when the service refuses it. */
export function apiCommand(open: OpenConnection, readInput: () => Promise<string>): Command {
  return defineCommand({
    name: 'api',
    summary: 'send a signed-in request to the service, for scripts',
    usage: 'api METHOD PATH [--body JSON] [--header NAME:VALUE]',
    takes: 2,
    options: apiOptions,
    run: async ({ flags, values, positionals, terminal, signal }) => {
      const [method = '', path = ''] = positionals;
      requireRequest(method.toUpperCase(), path);
      const body = values.body === '-' ? await readInput() : (values.body ?? null);
      const headers = values.header === undefined ? {} : readHeader(values.header);
      if (body !== null) requireJson(body);
      const connection = await open(flags);
      try {
        const request = { method: method.toUpperCase(), path, body, headers };
        const answer = await connection.client.byHand(request, signal);
        if (answer.text !== '') terminal.result(answer.text);
        if (answer.status < 400) return 0;
        const why = answer.status === 401 ? ` ${TOKEN_REFUSED}\n${SIGN_IN}` : '';
        terminal.complain(`tandem: the service answered ${answer.status}.${why}`);
        return 1;
      } finally {
        await connection.client.close();
      }
    },
  });
}

function requireRequest(method: string, path: string): void {
  const usage = 'Usage: tandem api METHOD PATH, e.g. `tandem api GET /users/me`.';
  if (!methods.includes(method)) {
    throw new CliError('usage', `Unknown method "${method}". Use one of ${methods.join(', ')}.`, usage);
  }
  if (path.startsWith('/') && !path.startsWith('//')) return;
  throw new CliError(
    'usage',
    `The path "${path}" must begin with a single "/". It is appended to the base URL.`,
    usage,
  );
}

function readHeader(text: string): Record<string, string> {
  const [, name, value] = /^([A-Za-z0-9-]+): *(.*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined && name.toLowerCase() !== 'authorization')
    return { [name.toLowerCase()]: value };
  throw new CliError('usage', `Invalid --header: "${text}".`, 'Usage: NAME:VALUE. The token is added automatically.');
}

function requireJson(body: string): void {
  try {
    JSON.parse(body);
  } catch {
    throw new CliError(
      'usage',
      '--body is not JSON.',
      'Quote it for your shell, or give it on standard input with --body -.',
    );
  }
}
