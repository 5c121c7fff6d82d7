import type * as FileSystem from 'node:fs/promises';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { limitSocket } from '../../../../service/options/listening-place.ts';

/** The shipped systemd unit refuses the system call, whatever the group is. */
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof FileSystem>()),
  chown: async () => {
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  },
}));

test.skipIf(process.platform === 'win32')(
  'a socket for a proxy that has the group of its folder needs no chown',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'socket-'));
    const socket = path.join(folder, 'tandem.sock');
    const server = createServer();
    try {
      await new Promise<void>((resolve) => {
        server.listen(socket, resolve);
      });
      await limitSocket({ kind: 'socket', path: socket, isForProxy: true, keyFile: null });
      const [{ gid, mode }, { gid: folderGid }] = [await stat(socket), await stat(folder)];
      expect({ gid, mode: mode & 0o777 }).toEqual({ gid: folderGid, mode: 0o660 });
    } finally {
      server.close();
      await rm(folder, { recursive: true });
    }
  },
);
