import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { releaseCommand } from '../../../../../main/cli/commands/status/held.ts';
import type { Control } from '../../../../../main/cli/open/control.ts';
import { runCommand } from '../../../../../main/cli/run-command.ts';

/** `tandem release`, on an engine that gives this answer. */
async function release(answer: object): Promise<{ code: number; said: string }> {
  const control = {
    isRunning: true,
    call: async () => ({ ok: true, value: answer }),
    close: async () => undefined,
  } as unknown as Control;
  let said = '';
  const stderr = new Writable({
    write: (chunk, _encoding, done) => {
      said += String(chunk);
      done();
    },
  });
  const command = releaseCommand(async (_flags, work) => work(control));
  const surroundings = {
    version: '0',
    places: { state: '/state' } as never,
    env: {},
    signal: new AbortController().signal,
  };
  const terminal = { stdout: new Writable() as never, stderr: stderr as never };
  const code = await runCommand({ commands: [command], ...terminal, ...surroundings }, ['release', '3', '--restore']);
  return { code, said };
}

const failed = Array.from({ length: 2 }, (_, index) => ({ path: `${index}.txt`, message: 'It is locked.' }));

test('tandem release says how many items were not restored, also of those that it does not list', async () => {
  const { code, said } = await release({ released: 0, restored: 7, failed, failedTotal: 130 });
  expect(code).toBe(2);
  expect(said.trim().split('\n')).toEqual([
    '7 restored, 130 not.',
    '0.txt: It is locked.',
    '1.txt: It is locked.',
    '128 more are not listed.',
  ]);
});

test('tandem release says nothing of failures when there are none', async () => {
  const answer = await release({ released: 0, restored: 7, failed: [], failedTotal: 0 });
  expect(answer).toEqual({ code: 0, said: 'The batch was restored.\n' });
});
