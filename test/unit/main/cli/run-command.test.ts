import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { CliError } from '../../../../main/cli/cli-error.ts';
import { defineCommand } from '../../../../main/cli/command.ts';
import { runCommandOf } from '../../../../main/cli/commands/sync/run.ts';
import { runCommand } from '../../../../main/cli/run-command.ts';
import { createFeedHub } from '../../../../main/engine/face/feed-hub.ts';

function collected(fault: Error | null = null) {
  let text = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += fault === null ? String(chunk) : '';
      done(fault);
    },
  });
  return { stream: stream as never, text: () => text };
}

const surroundings = {
  version: '0',
  places: { state: '/state' } as never,
  env: {},
  signal: new AbortController().signal,
};

/** `tandem work`, which prints what it is given. */
const work = defineCommand({
  name: 'work',
  summary: 'work',
  usage: 'work ITEM',
  options: {},
  takes: 1,
  run: async ({ positionals, terminal }) => {
    terminal.result(positionals.join(' '));
    return 0;
  },
});

test('a word too many is refused, and nothing is done', async () => {
  const [out, err] = [collected(), collected()];
  const streams = { stdout: out.stream, stderr: err.stream };
  expect(await runCommand({ commands: [work], ...streams, ...surroundings }, ['work', 'one', 'two'])).toBe(1);
  expect([out.text(), err.text()]).toEqual(['', 'tandem: Unexpected argument "two".\nUsage: tandem work ITEM\n']);
});

test.each([
  ['debug', 0, 'warn\n', ''],
  ['info', 0, 'warn\n', ''],
  ['warn', 0, 'warn\n', ''],
  ['error', 0, 'error\n', ''],
  ['loud', 1, '', 'tandem: Invalid --log-level: "loud".\nUsage: one of debug, info, warn, error.\n'],
])('--log-level %s', async (level, code, shown, says) => {
  const [out, err] = [collected(), collected()];
  const streams = { stdout: out.stream, stderr: err.stream };
  const command = defineCommand({
    name: 'work',
    summary: 'work',
    usage: 'work',
    options: {},
    run: async ({ flags, terminal }) => {
      terminal.result(flags.logLevel);
      return 0;
    },
  });
  const words = ['work', '--log-level', level];
  expect(await runCommand({ commands: [command], ...streams, ...surroundings }, words)).toBe(code);
  expect([out.text(), err.text()]).toEqual([shown, says]);
});

const fault = (code: string) => Object.assign(new Error(`${code}: from below`), { code });

test('a result that could not be written is a failure, and says so without a stack', async () => {
  const [out, err] = [collected(fault('ENOSPC')), collected()];
  const streams = { stdout: out.stream, stderr: err.stream };
  expect(await runCommand({ commands: [work], ...streams, ...surroundings }, ['work', 'one'])).toBe(1);
  expect(err.text()).toBe("tandem: The output couldn't be written (ENOSPC).\n");
});

test.each([
  ['a reader that has enough', fault('EPIPE'), null],
  ['a log on a full disk', null, fault('ENOSPC')],
])('%s does not end a command', async (_what, outFault, errFault) => {
  const [out, err] = [collected(outFault), collected(errFault)];
  const streams = { stdout: out.stream, stderr: err.stream };
  expect(await runCommand({ commands: [work], ...streams, ...surroundings }, ['work', 'one'])).toBe(0);
  expect(err.text()).toBe('');
});

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
      return {
        sentence: 'Keeping 1 folder in sync.',
        link,
        feeds: createFeedHub(() => undefined),
        stop: async () => undefined,
      };
    });
    const surroundings = { version: '0', places: { state: '/state' } as never, env: {}, signal: stopping.signal };
    const streams = { stdout: out.stream, stderr: err.stream };
    expect(await runCommand({ commands: [command], ...streams, ...surroundings }, ['run', '--json'])).toBe(0);
    expect(JSON.parse(out.text())).toEqual({ ready: true, window: link });
  },
);

test.each([['--json'], []])(
  '[P90] tandem run shows a notice, with its code and values for programs: %j',
  async (...flags) => {
    const [out, err, stopping] = [collected(), collected(), new AbortController()];
    const joined = Promise.withResolvers<void>();
    const feeds = createFeedHub(() => joined.resolve());
    const command = runCommandOf(async () => ({ sentence: '', link: null, feeds, stop: async () => undefined }));
    const surroundings = { version: '0', places: { state: '/state' } as never, env: {}, signal: stopping.signal };
    const streams = { stdout: out.stream, stderr: err.stream };
    const running = runCommand({ commands: [command], ...streams, ...surroundings }, ['run', ...flags]);
    await joined.promise;
    const args = { by: 'Bob\nMarsh', folder: 'Project', items: 1 };
    const body = { code: 'rules_exclude_details', args } as const;
    const title = { code: 'rules_exclude', args: {} } as const;
    feeds.send('notice', { id: '1', kind: 'attention', title, body, invitation: null });
    stopping.abort();
    expect(await running).toBe(0);
    const sentence = "Bob\nMarsh's rules in Project exclude 1 item. It stays on this computer and is no longer synced.";
    if (flags.length === 0) expect(err.text()).toContain(sentence.replace('\n', '\\u000a'));
    else expect(JSON.parse(out.text().split('\n')[1] ?? '')).toEqual({ notice: { ...body, sentence } });
  },
);
