import type { ReactNode } from 'react';
import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { listRow, rowKeys } from '../../components/collection/row-keys.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { Skeleton } from '../../components/feedback/page-state.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { useRecentFiles } from '../../parts/activity/recent-files.ts';
import { useRecentWords } from '../../parts/activity/recent-words.ts';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { fileType } from '../../parts/files/file-type.ts';
import { Avatar } from '../../parts/people/avatar.tsx';
import { hrefOf } from '../../state/hooks/route.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatExactly, formatWhen } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

const MOST = 5;

/** Recently changed files and what happened to them. Activity shows everything. */
export function RecentSection(): ReactNode {
  const files = useRecentFiles(MOST);
  if (files?.length === 0) return null;
  const all = (
    <LinkButton kind="quiet" className="-me-2" href={hrefOf('activity')}>
      {texts.home.seeAll}
    </LinkButton>
  );
  return (
    <Section title={texts.home.recent} aside={all}>
      {files === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <Card>
          <ul aria-label={texts.home.recent} ref={rowKeys} className="divide-y divide-line">
            {files.map((entry) => (
              <RecentRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}

function RecentRow({ entry }: { entry: ActivityEntry }): ReactNode {
  const nowMs = useNow();
  const { name, who, sentence } = useRecentWords(entry);
  return (
    <li {...listRow} className="flex min-h-13 items-center gap-3 px-4 py-1.5">
      <FileIcon type={fileType(name)} />
      <div className="min-w-0 flex-1">
        <a
          href={hrefOf('activity', { why: entry.path, root: String(entry.rootId) })}
          dir="auto"
          title={entry.path}
          className="block w-fit max-w-full truncate hover:underline"
        >
          {name}
        </a>
        <p className="truncate text-dim text-small">
          <bdi>{sentence}</bdi>
        </p>
      </div>
      {who !== null && <Avatar id={who.id} name={who.name} size={20} />}
      <time title={formatExactly(entry.atMs)} className="shrink-0 text-dim text-small tabular-nums">
        {formatWhen(entry.atMs, nowMs)}
      </time>
    </li>
  );
}
