import { type ReactNode, useState } from 'react';
import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { listRow } from '../../components/collection/row-keys.ts';
import { Button } from '../../components/controls/button.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { fileType } from '../../parts/files/file-type.ts';
import { PathText } from '../../parts/files/path-text.tsx';
import { Avatar } from '../../parts/people/avatar.tsx';
import { useAnswer } from '../../state/bridge/actions.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { baseName } from '../../state/items/base-name.ts';
import { formatBytes, formatExactly, formatTime } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { ActivitySentence, useNamesPlace } from './activity-sentence.tsx';
import { type ActivityGroup, latestOfEach } from './groups.ts';
import { useUndo } from './use-undo.tsx';
import { icons, wordingFor } from './wording.ts';

const FEW = 3;
/** Entries added per click: a batch may contain thousands. */
const STEP = 100;

type GroupProps = {
  readonly group: ActivityGroup;
  readonly rootName: string;
  /** The filter may hide parts of the batch, so only single entries can be undone. */
  readonly isPartial: boolean;
  readonly onSelect: (item: Pick<ActivityEntry, 'path' | 'rootId'>) => void;
};

/** One batch: who did what, where, and Undo; several items are listed below. */
export function ActivityGroupRow({ group, rootName, isPartial, onSelect }: GroupProps): ReactNode {
  const isOne = group.entries.length === 1 || (group.conflict !== null && !isPartial);
  const ofAll = useUndo(isPartial ? { ...group, isOpen: false } : group);
  const undo = isPartial && !isOne ? null : ofAll;
  const place = [rootName, ...group.place.split('/')].filter((part) => part !== '').join(' / ');
  const size = group.bytes === 0 ? '' : formatBytes(group.bytes);
  const isNamed = useNamesPlace(group) && group.place === '';
  return (
    // `content-visibility` skips drawing of rows out of sight, however long the journal is.
    <li {...listRow} className="px-4 py-3 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
      <div className="flex items-start gap-3">
        <Doer group={group} />
        <div className="min-w-0 flex-1">
          <ActivitySentence
            group={group}
            rootName={rootName}
            onExplain={(path) => onSelect({ path, rootId: group.rootId })}
          />
          <p className="flex min-w-0 text-dim text-small max-sm:flex-wrap">
            {!isNamed && (
              <bdi className="min-w-0 truncate" title={place}>
                {place}
              </bdi>
            )}
            <span className="shrink-0 whitespace-pre">{isNamed ? size : dotted(size)}</span>
            {group.conflict !== null && <CompareLink rootId={group.rootId} copyPath={group.conflict.copyPath} />}
          </p>
        </div>
        <time
          dateTime={new Date(group.atMs).toISOString()}
          title={formatExactly(group.atMs)}
          className="shrink-0 text-dim text-small leading-5 tabular-nums"
        >
          {formatTime(group.atMs)}
        </time>
        <div className="flex shrink-0 justify-end max-md:empty:hidden md:w-24">{undo?.button}</div>
      </div>
      <div className="my-2 empty:hidden sm:ms-12">{undo?.message}</div>
      {!isOne && <Items group={group} isPartial={isPartial} onSelect={onSelect} />}
    </li>
  );
}

const dotted = (fact: string): string => (fact === '' ? '' : ` · ${fact}`);

/** One question for all rows of the journal: the most that one request answers. */
const MOST = { limit: 1_000 };

/** Leads to both versions while the conflict is open. */
function CompareLink({ rootId, copyPath }: { rootId: number; copyPath: string }): ReactNode {
  const open = useAnswer('conflict.list', MOST).data?.conflicts.find(
    (conflict) => conflict.rootId === rootId && conflict.copyPath === copyPath,
  );
  if (open === undefined) return null;
  return (
    <>
      <span className="shrink-0 whitespace-pre"> · </span>
      <a
        href={hrefOf('attention', { conflict: String(open.id) })}
        aria-label={texts.attention.compareOf(open.path)}
        className="shrink-0 text-accent hover:underline"
      >
        {texts.attention.compare}
      </a>
    </>
  );
}

/** The actor (a person, or Tandem) with a badge for the kind of action. */
function Doer({ group }: { group: ActivityGroup }): ReactNode {
  const me = useStatus(({ account }) => account.user);
  const who = group.isOurs ? me : group.by;
  const Icon = icons[wordingFor(group, me?.id)];
  if (who === null) {
    return (
      <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-full bg-mute-bg text-mute">
        <Icon className="size-4" />
      </span>
    );
  }
  return (
    <span aria-hidden className="relative shrink-0">
      <Avatar id={who.id} name={who.name} size={36} />
      <span className="absolute -end-1.5 -bottom-1.5 grid size-5 place-items-center rounded-full bg-card text-dim">
        <Icon className="size-3.5" />
      </span>
    </span>
  );
}

/** One of several items. */
function Line({
  entry,
  group,
  isPartial,
  onSelect,
}: Omit<GroupProps, 'rootName'> & { readonly entry: ActivityEntry }): ReactNode {
  const undo = useUndo({ ...group, entries: [entry], isOpen: false });
  return (
    <li>
      <div className="flex min-h-8 items-center gap-3 text-dense">
        <FileIcon size={20} type={entry.itemKind === 'folder' ? 'folder' : fileType(baseName(entry.path))} />
        <button
          type="button"
          aria-label={entry.path}
          onClick={() => onSelect(entry)}
          className="flex min-h-6 min-w-0 flex-1 cursor-default items-center text-start hover:underline"
        >
          <PathText path={group.place === '' ? entry.path : entry.path.slice(group.place.length + 1)} />
        </button>
        {entry.bytes !== null && (
          // Below the time of the batch.
          <span className={classNames('shrink-0 text-dim text-small tabular-nums', !isPartial && 'md:pe-27')}>
            {formatBytes(entry.bytes)}
          </span>
        )}
        {isPartial && undo.button}
      </div>
      <div className="mb-2 empty:hidden">{isPartial && undo.message}</div>
    </li>
  );
}

function Items({ group, isPartial, onSelect }: Omit<GroupProps, 'rootName'>): ReactNode {
  const [shown, setShown] = useState(FEW);
  // Filtered, each entry has an Undo of its own.
  const entries = isPartial ? group.entries : latestOfEach(group.entries);
  const hidden = entries.length - shown;
  return (
    <div className="ms-4 mt-1 border-line border-s-2 ps-3 sm:ms-12">
      <ul>
        {entries.slice(0, shown).map((entry) => (
          <Line key={entry.id} entry={entry} group={group} isPartial={isPartial} onSelect={onSelect} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button kind="quiet" size="row" className="-ms-2" onPress={() => setShown(shown + STEP)}>
          {texts.activity.showMore(Math.min(hidden, STEP))}
        </Button>
      )}
      {hidden <= 0 && group.isCut && (
        <p className="py-1 text-dim text-small">{texts.activity.onlyNewest(entries.length)}</p>
      )}
    </div>
  );
}
