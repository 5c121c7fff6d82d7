import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Skeleton } from '../../components/feedback/page-state.tsx';
import { type RecentChange, useRecentChanges } from '../../parts/activity/recent-files.ts';
import { useRecentWords } from '../../parts/activity/recent-words.ts';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { fileType } from '../../parts/files/file-type.ts';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatWhen } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { TrayHeading, trayRow } from './tray-work.tsx';

const MOST = 5;

/** Recently changed files; a click shows one in its folder if the host can. `isBusy`: there is something else to see. */
export function RecentList({ isBusy }: { isBusy: boolean }): ReactNode {
  const changes = useRecentChanges(MOST);
  if (changes === undefined) return <Skeleton className="m-4 h-24" />;
  if (changes.length === 0 && !isBusy) return <p className="px-4 py-6 text-center text-dim">{texts.tray.noRecent}</p>;
  if (changes.length === 0) return null;
  return (
    <section>
      <TrayHeading>{texts.tray.recent}</TrayHeading>
      <ul aria-label={texts.tray.recent} className="divide-y divide-line border-line border-t">
        {changes.map((change) => (
          <li key={change.newest.id}>
            <RecentFiles change={change} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentFiles({ change }: { change: RecentChange }): ReactNode {
  const { path, rootId, atMs } = change.newest;
  const reveal = useAction('root.reveal');
  const canReveal = useAnswer('session.get', {}).data?.can.reveal ?? false;
  const nowMs = useNow();
  const { file, name, sentence } = useRecentWords(change);
  const row = (
    <>
      <FileIcon type={fileType(file)} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate" title={path}>
          {name}
        </span>
        <span className="block truncate text-dim text-small">
          <bdi>{`${sentence} · ${formatWhen(atMs, nowMs)}`}</bdi>
        </span>
      </span>
    </>
  );
  if (!canReveal) return <div className={trayRow}>{row}</div>;
  return (
    <AriaButton className={`${trayRow} cursor-default hover:bg-hover`} onPress={() => reveal.mutate({ rootId, path })}>
      {row}
    </AriaButton>
  );
}
