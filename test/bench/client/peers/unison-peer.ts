import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { run, seconds } from '../place/run-program.ts';
import type { PeerKind } from './peer.ts';

/** Unison between two local folders, unattended (`-batch -auto`): there is no HTTP and no service in between. */
export const unisonPeer: PeerKind = {
  program: 'unison',
  open: async ({ from, to, work }) => {
    const home = join(work, 'unison');
    await mkdir(home, { recursive: true });
    const both = () =>
      seconds(() =>
        run('unison', [from, to, '-ui', 'text', '-batch', '-auto', '-silent', '-confirmbigdel=false'], {
          env: { UNISON: home, HOME: home },
          codes: [0, 1],
        }),
      );
    return {
      name: 'Unison',
      note: 'two local folders, no HTTP; both directions in one',
      up: both,
      down: null,
      again: both,
      rename: async (old, now) => {
        await rename(join(from, old), join(from, now));
        return both();
      },
      save: null,
      pids: () => [],
      close: async () => {},
    };
  },
};
