import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { CliError } from '../../../../main/cli/cli-error.ts';
import { defineCommand } from '../../../../main/cli/command.ts';
import { runCommandOf } from '../../../../main/cli/commands/sync/run.ts';
import { runCommand } from '../../../../main/cli/run-command.ts';

function collected() {
  let text = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  return { stream: stream as never, text: () => text };
}

/** Runs a command that Ctrl-C ends with `error`. */
async function interrupted(error: unknown, words: readonly string[]) {
  const [out, err, stopping] = [collected(), collected(), new AbortController()];
  const command = defineCommand({
    name: 'work',
    summary: 'work',
    usage: 'work',
    options: {},
    run: async () => {
      stopping.abort();
      throw error;
    },
  });
  const surroundings = { version: '0', places: { state: '/state' } as never, env: {}, signal: stopping.signal };
  const streams = { stdout: out.stream, stderr: err.stream };
  const code = await runCommand({ commands: [command], ...streams, ...surroundings }, ['work', ...words]);
  return { code, out: out.text(), err: err.text() };
}

const continues = new CliError('interrupted', 'Interrupted before the end.', 'Run it again.');

test('a command that Ctrl-C ended says what it has to say about that', async () => {
  expect(await interrupted(continues, [])).toEqual({
    code: 1,
    out: '',
    err: 'tandem: Interrupted before the end.\nRun it again.\n',
  });
  const { code, out } = await interrupted(continues, ['--json']);
  expect([code, JSON.parse(out)]).toMatchObject([1, { state: 'error', code: 'interrupted' }]);
});

test('an error that Ctrl-C itself caused is none', async () => {
  expect(await interrupted(new DOMException('This operation was aborted', 'AbortError'), [])).toEqual({
    code: 1,
    out: '',
    err: '',
  });
});

test.each(['http://127.0.0.1:1/open#x', null])(
  'tandem run --json says that it is ready, with the window %s',
  async (link) => {
    const [out, err, stopping] = [collected(), collected(), new AbortController()];
    const command = runCommandOf(async () => {
      stopping.abort();
      return { sentence: 'Keeping 1 folder in sync.', link, stop: async () => undefined };
    });
    const surroundings = { version: '0', places: { state: '/state' } as never, env: {}, signal: stopping.signal };
    const streams = { stdout: out.stream, stderr: err.stream };
    expect(await runCommand({ commands: [command], ...streams, ...surroundings }, ['run', '--json'])).toBe(0);
    expect(JSON.parse(out.text())).toEqual({ ready: true, window: link });
  },
);
