import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunService } from './private-service.ts';

/**
 * The service's command line as a process of its own on the Node that runs this one, with a message channel: the service ends when
 * this process does, even by a kill.
 */
export const runServiceProcess: RunService = (args) =>
  spawn(process.execPath, [fileURLToPath(new URL('../../service/cli.ts', import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // From Electron its binary is asked to be the Node that it contains; plain Node passes over it.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
