import type { ReactNode } from 'react';
import { listRow, rowKeys } from '../../components/collection/row-keys.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { Skeleton } from '../../components/feedback/page-state.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { type RecentChange, useRecentChanges } from '../../parts/activity/recent-files.ts';
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
  const changes = useRecentChanges(MOST);
  if (changes?.length === 0) return null;
  const all = (
    <LinkButton kind="quiet" className="-me-2" href={hrefOf('activity')}>
      {texts.home.seeAll}
    </LinkButton>
  );
  return (
    <Section title={texts.home.recent} aside={all}>
      {changes === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <Card>
          <ul aria-label={texts.home.recent} ref={rowKeys} className="divide-y divide-line">
            {changes.map((change) => (
              <RecentRow key={change.newest.id} change={change} />
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}

function RecentRow({ change }: { change: RecentChange }): ReactNode {
  const { newest: entry, others } = change;
  const nowMs = useNow();
  const { file, name, who, sentence } = useRecentWords(change);
  const why = { why: entry.path, root: String(entry.rootId) };
  return (
    <li {...listRow} className="flex min-h-13 items-center gap-3 px-4 py-1.5">
      <FileIcon type={fileType(file)} />
      <div className="min-w-0 flex-1">
        <a
          href={hrefOf('activity', others > 0 ? {} : why)}
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
