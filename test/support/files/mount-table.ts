import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A list of mounts as Linux writes it, so that no test needs the right to mount. */
export type MountTable = {
  readonly path: string;
  /** From now on, these are mounted. */
  show(mountPoints: readonly string[]): Promise<void>;
};

export async function mountTable(folder: string, mountPoints: readonly string[] = []): Promise<MountTable> {
  const path = join(folder, 'mountinfo');
  const show = (shown: readonly string[]): Promise<void> => writeFile(path, ['/', ...shown].map(line).join(''));
  await show(mountPoints);
  return { path, show };
}

const line = (mountPoint: string, index: number): string =>
  `${index + 30} 27 254:0 /src ${mountPoint.replaceAll(' ', '\\040')} rw,relatime - ext4 /dev/vda rw\n`;
