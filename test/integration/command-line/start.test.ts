import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { toLoopback } from '../../support/browser/to-loopback.ts';

const program = fileURLToPath(new URL('../../../main/headless.ts', import.meta.url));

test('npm start goes on when nobody reads its messages, and ends cleanly', async () => {
  const home = await mkdtemp(join(tmpdir(), 'tandem-start-'));
  const child = spawn(process.execPath, [program, '--welcome'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TANDEM_HOME: home },
  });
  const ended = once(child, 'exit');
  try {
    child.stderr.destroy();
    const [link] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
    expect(link).toMatch(/^http:\/\/(?:[0-9a-f]{16}\.localhost|127\.0\.0\.1):\d+\/open#/);
    // On Windows no program can send this signal.
    if (process.platform !== 'win32') child.kill('SIGHUP');
    const asked = get(new URL('/favicon.ico', String(link)), { lookup: toLoopback, agent: false });
    const [answer]: IncomingMessage[] = await once(asked, 'response');
    answer?.resume();
    child.kill('SIGTERM');
    expect([answer?.statusCode, await ended]).toEqual([204, [0, null]]);
  } finally {
    child.kill('SIGKILL');
    await rm(home, { recursive: true });
  }
});
