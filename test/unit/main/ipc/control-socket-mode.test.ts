import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveControlSocket } from '../../../../main/ipc/control-socket.ts';
import { servedFake } from './served-fake.ts';

/** The mode of each socket before it is tightened: in that moment another user could already connect. */
const modes = vi.hoisted((): number[] => []);

vi.mock(import('node:fs/promises'), async (importOriginal) => {
  const disk = await importOriginal();
  const chmod: typeof disk.chmod = (path, mode) => {
    modes.push(statSync(path).mode & 0o777);
    return disk.chmod(path, mode);
  };
  return { ...disk, chmod };
});

let folder: string;
let umask: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-control-'));
  umask = process.umask(0);
});
afterEach(async () => {
  process.umask(umask);
  await rm(folder, { recursive: true });
});

test('the socket is closed to others from its first moment, and other files are made as before', async () => {
  const socket = await serveControlSocket(
    { path: join(folder, 'control.sock'), keyFile: join(folder, 'socket.key') },
    servedFake(),
  );
  expect([modes, process.umask(0)]).toEqual([[0o600], 0]);
  await socket.close();
});
