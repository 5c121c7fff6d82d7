import { basename, dirname, join } from 'node:path';

/** Resolves the links on the way to an existing item; rejects if it can't. */
export type RealPath = (path: string) => Promise<string>;

/** Where a path leads, also if only a part of it exists yet. What can't be resolved stays as it is written. */
export async function realPlace(realPath: RealPath, path: string): Promise<string> {
  const above = dirname(path);
  return realPath(path).catch(async () =>
    above === path ? path : join(await realPlace(realPath, above), basename(path)),
  );
}
