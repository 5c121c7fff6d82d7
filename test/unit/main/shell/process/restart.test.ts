import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restarter } from '../../../../../main/shell/process/restart.ts';
import { electronDouble } from '../../../../support/desktop/electron-double.ts';
import { eventually } from '../../../../support/programs/processes.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-restart-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('an installed application is started again by Electron', () => {
  const { app, module } = electronDouble();
  restarter({ app: module.app, image: null, program: '/opt/Tandem/tandem-sync', pid: 1 })(['--after-fault=1']);
  expect(app.relaunches).toEqual([{ execPath: '/opt/Tandem/tandem-sync', args: ['--after-fault=1'] }]);
});

test.skipIf(process.platform === 'win32')(
  'an AppImage starts once the process that ran from it has ended, without anything that lies in it',
  async () => {
    const image = path.join(folder, 'Tandem 1.2.3.AppImage');
    const started = path.join(folder, 'started');
    const running = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    const lines = [
      '#!/bin/sh',
      `kill -0 ${running.pid} 2>/dev/null && set -- early`,
      `printf '%s|' "$@" > "${started}"`,
    ];
    await writeFile(image, lines.join('\n'), { mode: 0o755 });
    const { app, module } = electronDouble();
    const restart = restarter({ app: module.app, image, program: '/tmp/.mount_T/tandem-sync', pid: running.pid ?? 0 });
    restart(['--after-fault=1', 'two words']);
    // Another process starts and ends meanwhile: time enough for one that does not wait.
    await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
    running.kill();
    await once(running, 'exit');
    const args = await eventually('it is started', () =>
      readFile(started, 'utf8').then(
        (text) => text || undefined,
        () => undefined,
      ),
    );
    expect([args, app.relaunches]).toEqual(['--after-fault=1|two words|', []]);
  },
);
