import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { openTerminal } from '../../../../../main/cli/terminal/terminal.ts';

const stream = (): NodeJS.WriteStream => new Writable({ write: (_chunk, _encoding, done) => done() }) as never;
const failure = (code: string): Error => Object.assign(new Error(code), { code });

test('a reader that has had enough ends no command; every other failure to write is one', () => {
  const [stdout, stderr] = [stream(), stream()];
  openTerminal({ stdout, stderr }, { quiet: false, json: false });
  for (const one of [stdout, stderr]) {
    expect(() => one.emit('error', failure('EPIPE'))).not.toThrow();
    expect(() => one.emit('error', failure('ENOSPC'))).toThrow('ENOSPC');
  }
});
