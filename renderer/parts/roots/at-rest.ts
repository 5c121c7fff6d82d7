import { useAnswer } from '../../state/bridge/actions.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatPath, formatWhen } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

/** How many files are in sync, and when the last of them changed; empty while there is something else to say. */
export function useAtRest(): string {
  const nowMs = useNow();
  const isAtRest = useStatus((status) => status.state === 'in_sync') === true;
  const files = useStatus(({ roots }) => roots.reduce((sum, root) => sum + root.files, 0)) ?? 0;
  const changedMs = useStatus(({ roots }) => Math.max(0, ...roots.map((root) => root.lastChange?.atMs ?? 0))) ?? 0;
  if (!isAtRest || files === 0) return '';
  return texts.home.atRest(files, changedMs === 0 ? null : formatWhen(changedMs, nowMs));
}

/** Where to save the first file, while everything is in sync and no folder has one; empty otherwise. */
export function useFirstFileHint(): string {
  const homePath = useAnswer('session.get', {}).data?.homePath ?? null;
  const isAtRest = useStatus((status) => status.state === 'in_sync') === true;
  const roots = useStatus((status) => status.roots) ?? [];
  const [first] = roots;
  if (!isAtRest || first === undefined || roots.some(({ files }) => files > 0)) return '';
  return texts.home.firstFile(roots.length === 1 ? formatPath(first.localPath, homePath) : null);
}
