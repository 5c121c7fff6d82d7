import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNodeFileSystem } from '../../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../../main/engine/adapters/node-random.ts';

/** Only an administrator gives a folder to a group that they are not in. */
const isAdministrator = process.getuid?.() === 0;
const TEAM = 1234;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-group-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function install(path: string): Promise<void> {
  const fileSystem = createNodeFileSystem(createNodeRandom());
  const staging = await fileSystem.openStaging(root, 's');
  await staging.append(Buffer.from('plan'));
  await staging.finish(null);
  await fileSystem.install(root, 's', join(root, path), null);
}

test.runIf(isAdministrator)(
  '[E63] a new file gets the group that its folder hands down, and keeps its owner',
  async () => {
    await mkdir(join(root, 'team'));
    await chown(join(root, 'team'), 0, TEAM);
    await chmod(join(root, 'team'), 0o2770);
    await install('team/plan.txt');
    expect(await stat(join(root, 'team/plan.txt'))).toMatchObject({ gid: TEAM, uid: 0 });
  },
);

test.runIf(isAdministrator && process.platform === 'linux')(
  '[E63] a new file in any other folder has the own group',
  async () => {
    await mkdir(join(root, 'team'));
    await chown(join(root, 'team'), 0, TEAM);
    await chmod(join(root, 'team'), 0o770);
    await install('team/plan.txt');
    expect(await stat(join(root, 'team/plan.txt'))).toMatchObject({ gid: process.getgid?.(), uid: 0 });
  },
);
