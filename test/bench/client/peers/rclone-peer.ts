import { mkdir, rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../../../support/programs/processes.ts';
import { run, seconds, start } from '../place/run-program.ts';
import type { PeerKind } from './peer.ts';

/** Files of a tree of which half is renamed, and waited for. */
const MOST_RENAMED = 10_000;

/** rclone with its defaults (`rclone sync`), to its own `rclone serve webdav` on loopback: one direction a call, no state kept. */
export const rclonePeer: PeerKind = {
  program: 'rclone',
  open: async ({ from, to, work, files, isEqual }) => {
    const served = join(work, 'served');
    await mkdir(served, { recursive: true });
    if (isEqual) await run('cp', ['-a', `${from}/.`, served]);
    const port = await freePort();
    const env = { RCLONE_CONFIG: join(work, 'rclone.conf') };
    const server = start('rclone', ['serve', 'webdav', served, '--addr', `127.0.0.1:${port}`], env);
    const remote = ['--webdav-url', `http://127.0.0.1:${port}`, '--webdav-vendor', 'other'];
    await eventually('rclone serves', async () => {
      return (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) !== null;
    });
    const up = () => seconds(() => run('rclone', ['sync', from, ':webdav:', ...remote], { env }));
    const down = () => seconds(() => run('rclone', ['sync', ':webdav:', to, ...remote], { env }));
    return {
      name: 'rclone',
      note: 'one way, to its own WebDAV server',
      up,
      down,
      again: up,
      // To rclone a renamed folder is all new files, there and back: of a large tree that is more than half an hour.
      rename:
        files > MOST_RENAMED
          ? null
          : async (old, now) => {
              await rename(join(from, old), join(from, now));
              return (await up()) + (await down());
            },
      save: null,
      pids: () => [server.pid],
      close: () => server.stop(),
    };
  },
};

/** A free port of the loopback address. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
