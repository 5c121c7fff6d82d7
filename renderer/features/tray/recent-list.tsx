import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { Skeleton } from '../../components/feedback/page-state.tsx';
import { useRecentFiles } from '../../parts/activity/recent-files.ts';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatWhen } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

const MOST = 5;

/** Recently changed files; a click shows one in its folder if the host can. */
export function RecentList(): ReactNode {
  const files = useRecentFiles(MOST);
  if (files === undefined) return <Skeleton className="m-4 h-24" />;
  if (files.length === 0) return <p className="px-4 py-6 text-center text-dim">{texts.tray.noRecent}</p>;
  return (
    <ul aria-label={texts.tray.recent} className="divide-y divide-line">
      {files.map((file) => (
        <li key={`${file.rootId} ${file.path}`}>
          <RecentFile file={file} />
        </li>
      ))}
    </ul>
  );
}

function RecentFile({ file }: { file: ActivityEntry }): ReactNode {
  const reveal = useAction('root.reveal');
  const canReveal = useAnswer('session.get', {}).data?.can.reveal ?? false;
  const nowMs = useNow();
  const Arrow = file.side === 'local' ? ArrowDown : ArrowUp;
  const row = (
    <>
      <Arrow aria-hidden className="size-4 shrink-0 text-dim" />
      <span className="sr-only">{file.side === 'local' ? texts.tray.down : texts.tray.up}</span>
      <span className="flex min-w-0 flex-1">
        <span dir="auto" className="truncate" title={file.path}>
          {file.path.slice(file.path.lastIndexOf('/') + 1)}
        </span>
      </span>
      <span className="shrink-0 text-dim text-small">{formatWhen(file.atMs, nowMs)}</span>
    </>
  );
  const look = 'flex min-h-8 w-full items-center gap-3 px-4 py-1.5';
  if (!canReveal) return <div className={look}>{row}</div>;
  return (
    <AriaButton
      className={`${look} cursor-default hover:bg-hover`}
      onPress={() => reveal.mutate({ rootId: file.rootId, path: file.path })}
    >
      {row}
    </AriaButton>
  );
}
