import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { STATE_FOLDER } from '../../../../main/engine/model/names/state-folder.ts';
import { isInstalled, run } from '../place/run-program.ts';
import type { Peer, PeerKind } from './peer.ts';
import { rclonePeer } from './rclone-peer.ts';
import { syncthingPeer } from './syncthing-peer.ts';
import { unisonPeer } from './unison-peer.ts';

const KINDS: readonly PeerKind[] = [rclonePeer, syncthingPeer, unisonPeer];

/** The inputs of a peer. */
export type PeerTask = {
  readonly folder: string;
  /** The tree; each peer gets a copy, so that the leftovers of one slow no other. */
  readonly tree: string;
  readonly files: number;
  /** True: the other side has an equal copy already. */
  readonly isEqual: boolean;
  readonly say: (text: string) => void;
};

/** Runs a piece of work with each installed peer, one after the other; an absent one is named and skipped. */
export async function withPeers(task: PeerTask, work: (peer: Peer) => Promise<void>): Promise<void> {
  for (const kind of KINDS) {
    if (!(await isInstalled(kind.program))) {
      task.say(`${kind.program} is not installed here: no figure beside it`);
      continue;
    }
    const place = join(task.folder, `peer-${kind.program}`);
    const [from, to, own] = [join(place, 'from'), join(place, 'to'), join(place, 'own')];
    for (const each of [to, own]) await mkdir(each, { recursive: true });
    await run('cp', ['-a', task.tree, from]);
    await run('rm', ['-rf', join(from, STATE_FOLDER)]);
    if (task.isEqual) await run('cp', ['-a', `${from}/.`, to]);
    const peer = await kind.open({ from, to, work: own, files: task.files, isEqual: task.isEqual });
    try {
      await work(peer);
    } catch (error) {
      task.say(`${kind.program} did not get through: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      await peer.close();
      await rm(place, { recursive: true, force: true });
    }
  }
}
