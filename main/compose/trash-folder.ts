import { createHash } from 'node:crypto';
import { basename, join, relative } from 'node:path';

/**
 * `TRASH/2026-11-20/14-03-07/NAME OF THE ROOT-1a2b3c4d/PATH BELOW THE ROOT`: a person can find deleted items by day and place. Each root has
 * a folder of its own, so that items of two roots never meet under one name.
 */
export function trashFolder(state: string, nowMs: number, rootPath: string, path: string): string {
  const [day = '', time = ''] = new Date(nowMs).toISOString().split(/[T.]/);
  const root = `${basename(rootPath)}-${createHash('sha1').update(rootPath).digest('hex').slice(0, 8)}`;
  return join(state, 'trash', day, time.replaceAll(':', '-'), root, relative(rootPath, join(path, '..')));
}
