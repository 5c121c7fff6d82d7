import { requirePassword } from '../domain/sign-in/set-password.ts';
import { UsageError } from '../usage-error.ts';

/** Bytes of a password on standard input; far more than one may have. */
const mostBytes = 64 * 1024;

/**
 * The password on standard input, up to its end, without the line break that ends it: on the command line every other user of the
 * machine could read it. Tested by the rules before anything is changed. @throws UsageError; Refusal `bad_request`.
 */
export async function readPassword(stdin: NodeJS.ReadStream): Promise<string> {
  if (stdin.isTTY) {
    throw new UsageError('--password-stdin takes the password from standard input: put it into a file or a pipe.');
  }
  const chunks: Buffer[] = [];
  const bytes: AsyncIterable<Buffer> = stdin;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    if (chunks.reduce((sum, { length }) => sum + length, 0) > mostBytes) break;
  }
  const password = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  requirePassword(password);
  return password;
}
