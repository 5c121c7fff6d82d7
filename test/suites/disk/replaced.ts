import { expect, test } from 'vitest';
import { itemId } from '../../../main/engine/model/ids.ts';
import { type Replaced, replacedBy, stagedName } from '../../../main/engine/model/names/staged-name.ts';
import type { DiskBench } from './disk-bench.ts';

/** What becomes of a file that another one is put in place of. */
export function replacedTests(opened: () => DiskBench): void {
  const name = stagedName(itemId('11'), 'abc');
  const at = (path: string): string => `${opened().root}/${path}`;

  const stage = async (text: string): Promise<void> => {
    const staging = await opened().fileSystem.openStaging(opened().root, name);
    await staging.append(new TextEncoder().encode(text));
    await staging.finish(null);
  };
  const fingerprint = async () => {
    const stat = await opened().fileSystem.stat(at('note.txt'));
    if (stat === null) throw new Error('there is no file');
    return stat.fingerprint;
  };
  const kept = async (): Promise<readonly { readonly text: string | null; readonly was: Replaced | null }[]> => {
    const names = await opened().fileSystem.listStaging(opened().root);
    return Promise.all(
      names
        .filter((one) => one !== name)
        .map(async (one) => ({ text: await opened().read(at(`.tandem/staging/${one}`)), was: replacedBy(one) })),
    );
  };

  test('[P92] gives its name to the new one while it is still the one expected, and keeps a second name in staging', async () => {
    const { fileSystem, root, write, read, hasHardLinks = true } = opened();
    await write(at('note.txt'), 'old');
    const expected = await fingerprint();
    await stage('new');
    await fileSystem.install(root, name, at('note.txt'), expected);
    expect(await read(at('note.txt'))).toBe('new');
    const was = { itemId: '11', sizeBytes: 3, mtimeNs: expected.mtimeNs, name: 'note.txt' };
    expect(await kept()).toEqual(hasHardLinks ? [{ text: 'old', was }] : []);
  });

  test('[P92] [P56] keeps its second name while the marker and what else is staged go', async () => {
    const { fileSystem, root, write, hasHardLinks = true } = opened();
    await fileSystem.writeMarker(root, 'ours');
    await write(at('note.txt'), 'old');
    const expected = await fingerprint();
    await stage('new');
    await fileSystem.install(root, name, at('note.txt'), expected);
    await stage('newer');
    await fileSystem.removeMarker(root);
    expect(await fileSystem.readMarker(root)).toBeNull();
    expect(await fileSystem.listStaging(root)).toHaveLength(hasHardLinks ? 1 : 0);
    expect((await kept()).map(({ text }) => text)).toEqual(hasHardLinks ? ['old'] : []);
  });

  test('[P92] has no second name if it is not replaced', async () => {
    const { fileSystem, root, write, read } = opened();
    await write(at('note.txt'), 'old');
    const expected = await fingerprint();
    await stage('new');
    await write(at('note.txt'), 'edited');
    await expect(fileSystem.install(root, name, at('note.txt'), expected)).rejects.toMatchObject({
      code: 'changed',
    });
    expect(await read(at('note.txt'))).toBe('edited');
    expect(await kept()).toEqual([]);
  });
}
