import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { requirePassword } from '../domain/people/sign-in/set-password.ts';
import { UsageError } from '../options/usage-error.ts';

/** Maximum bytes of a password on standard input; far more than a password may have. */
const mostBytes = 64 * 1024;

/**
 * Reads the password from standard input, without the final line break: on the command line every other user of the machine could
 * read it. A terminal prompts for it without echo. The password is validated before anything changes.
 * @throws UsageError; Refusal `bad_request`.
 */
export async function readPassword(stdin: NodeJS.ReadStream, prompt: NodeJS.WriteStream): Promise<string> {
  const text = stdin.isTTY ? await askForPassword(stdin, prompt) : await readAll(stdin);
  const password = text.replace(/\r?\n$/, '');
  requirePassword(password);
  return password;
}

async function askForPassword(stdin: NodeJS.ReadStream, prompt: NodeJS.WriteStream): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: stdin, output: nowhere, terminal: true });
  const stopped = new AbortController();
  terminal.once('SIGINT', () => stopped.abort());
  prompt.write('Password: ');
  try {
    return await terminal.question('', { signal: stopped.signal });
  } catch (cause) {
    throw new UsageError('No password given. Nothing was changed.', { cause });
  } finally {
    terminal.close();
    prompt.write('\n');
  }
}

async function readAll(stdin: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  const bytes: AsyncIterable<Buffer> = stdin;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    if (chunks.reduce((sum, { length }) => sum + length, 0) > mostBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
