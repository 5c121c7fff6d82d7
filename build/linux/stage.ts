import { chmod, cp, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PackageRequest } from './package-request.ts';

/** Copies the content to its places below `folder`, with the modes of a system package: the umask of this build leaves no trace. */
export async function stageContent(folder: string, content: PackageRequest['content']): Promise<void> {
  for (const { source, target } of content) {
    const place = path.join(folder, target);
    await mkdir(path.dirname(place), { recursive: true });
    await cp(source, place, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  }
  await chmod(folder, 0o755);
  for (const { name, parentPath } of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(parentPath, name);
    const isOpen = (await stat(file)).isDirectory() || ((await stat(file)).mode & 0o100) !== 0;
    await chmod(file, isOpen ? 0o755 : 0o644);
  }
}
