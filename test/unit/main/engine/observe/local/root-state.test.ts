import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatMarker } from '../../../../../../main/engine/model/root-marker.ts';
import { type RootState, rootState } from '../../../../../../main/engine/observe/local/root-state.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

describe('the state of a root', () => {
  let root: LocalRoot;
  let aside: string;
  beforeEach(async () => {
    root = await openLocalRoot();
    aside = `${root.path}-aside`;
    await root.fileSystem.writeMarker(root.path, formatMarker({ id: 'marker', epoch: 'now' }));
  });
  afterEach(async () => {
    await rm(aside, { recursive: true, force: true });
    await root.dispose();
  });

  const goes = async (): Promise<void> => {
    await rename(root.path, aside);
    await mkdir(root.path);
  };
  const comesBack = async (): Promise<void> => {
    await rm(root.path, { recursive: true });
    await rename(aside, root.path);
  };
  /** `before`: what happens between the look at the folder and the one at its marker. */
  const look = (epoch: string, before?: () => Promise<void>): Promise<RootState> => {
    const identity = root.store.local(root.store.rootLocalId)?.fingerprint.identity;
    let happens = before;
    const readMarker = async (path: string): Promise<string | null> => {
      const now = happens;
      happens = undefined;
      await now?.();
      return root.fileSystem.readMarker(path);
    };
    return rootState(
      { ...root.fileSystem, readMarker },
      { ...root.parts.root, identity, isOfEpoch: (text) => text === epoch },
    );
  };

  test('[P60] [E68] a volume that comes back between the two looks is the one that is known', async () => {
    await goes();
    expect(await look('now', comesBack)).toBe('present');
  });

  test('[P60] [E116] an older volume that comes back between the two looks is reported', async () => {
    await goes();
    expect(await look('later', comesBack)).toBe('other_time');
  });

  test('[P60] [E116] another folder with our marker is of another time', async () => {
    await goes();
    await root.fileSystem.writeMarker(root.path, formatMarker({ id: 'marker', epoch: 'now' }));
    expect(await look('now')).toBe('other_time');
  });
});
