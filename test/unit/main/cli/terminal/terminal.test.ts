import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { openTerminal } from '../../../../../main/cli/terminal/terminal.ts';

const stream = (): NodeJS.WriteStream => new Writable({ write: (_chunk, _encoding, done) => done() }) as never;
const failure = (code: string): Error => Object.assign(new Error(code), { code });

test('a reader that has had enough loses nothing; any other failure to write a result loses it', () => {
  const [stdout, stderr] = [stream(), stream()];
  const terminal = openTerminal({ stdout, stderr }, { quiet: false, json: false });
  stdout.emit('error', failure('EPIPE'));
  for (const code of ['EPIPE', 'ENOSPC']) stderr.emit('error', failure(code));
  expect(terminal.lost()).toBeNull();
  for (const code of ['ENOSPC', 'EIO']) stdout.emit('error', failure(code));
  expect(terminal.lost()).toBe('ENOSPC');
});
