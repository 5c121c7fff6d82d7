import type { ReactNode } from 'react';
import type { ConflictDetail } from '../../../preload/ipc/shapes/attention.ts';
import { Card } from '../../components/layout/card.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { FactLine } from '../../components/layout/fact-line.tsx';
import { Avatar } from '../../parts/people/avatar.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatBytes, formatMoment } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import type { ComparedLine, ComparedRow } from './compared-lines.ts';

type Version = ConflictDetail['mine'];
type Shown = ConflictDetail['mineShown'];
type Side = 'mine' | 'theirs';

/** One of two versions: author, size, time, and its text with highlighted differences, or its picture. */
export function VersionCard({
  version,
  shown,
  rows,
  side,
  action,
}: {
  version: Version;
  shown: Shown;
  /** Both texts line by line; null: not text. */
  rows: readonly ComparedRow[] | null;
  side: Side;
  /** The button that chooses this version; null: not a choice. */
  action: ReactNode;
}): ReactNode {
  const nowMs = useNow(60_000);
  const me = useStatus(({ account }) => account.user);
  const theirs = version.byId === null ? null : { id: version.byId, name: version.by ?? '' };
  const person = side === 'mine' ? me : theirs;
  const about = [
    version.by,
    version.sizeBytes === null ? null : formatBytes(version.sizeBytes),
    version.modifiedAtMs === null ? null : formatMoment(version.modifiedAtMs, nowMs),
    version.isCopy ? texts.attention.isCopy(version.path ?? '') : texts.attention.hasName,
  ];
  return (
    <Card className="flex min-w-0 flex-col overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-3">
        <Avatar id={person?.id ?? ''} name={person?.name ?? version.by ?? texts.attention.whose[side]} size={36} />
        <div className="min-w-0 flex-[1_1_10rem]">
          <h2 className="font-semibold">{texts.attention.whose[side]}</h2>
          <FactLine facts={about} />
        </div>
        {action}
      </div>
      <Content shown={shown} rows={rows} side={side} />
    </Card>
  );
}

function Content({ shown, rows, side }: { shown: Shown; rows: readonly ComparedRow[] | null; side: Side }): ReactNode {
  if (shown.preview !== null) {
    return <img src={shown.preview} alt={texts.attention.whose[side]} className="max-h-96 object-contain p-4" />;
  }
  if (rows === null) return <p className="p-4 text-dim">{texts.attention.notShown}</p>;
  return (
    <>
      {/* A scrollable area must be reachable with the keyboard (WCAG 2.1.1). */}
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        aria-label={texts.attention.textOf[side]}
        className="max-h-[60vh] overflow-auto py-2 font-mono text-small leading-6"
      >
        {rows.map((row, index) => (
          // The rows are those of two fixed texts: they never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <Line key={index} line={row[side]} isChanged={row.isChanged} side={side} />
        ))}
      </pre>
      {shown.isCut && <p className="px-4 pb-3 text-dim text-small">{texts.attention.goesOn}</p>}
    </>
  );
}

const looks = {
  mine: { line: 'bg-accent-bg', mark: 'bg-yours-mark' },
  theirs: { line: 'bg-theirs-bg', mark: 'bg-theirs-mark' },
} as const;

/** A numbered line; a dot marks a difference without relying on colour. A line that exists only on the other side leaves a gap. */
function Line({ line, isChanged, side }: { line: ComparedLine | null; isChanged: boolean; side: Side }): ReactNode {
  if (line === null) return <span className="hatched block h-6" {...(isChanged ? { 'data-change': true } : {})} />;
  const { line: ground, mark } = looks[side];
  return (
    <span
      className={classNames('grid min-w-max grid-cols-[2.75rem_1.25rem_auto] pe-4', isChanged && ground)}
      {...(isChanged ? { 'data-change': true } : {})}
    >
      <span aria-hidden className="border-line border-e pe-2 text-end text-dim">
        {line.number}
      </span>
      <span className="text-center">{isChanged ? '●' : ''}</span>
      <span>
        {line.stretches.map(({ text, isOwn }, index) =>
          isOwn ? (
            // oxlint-disable-next-line react/no-array-index-key -- parts of a fixed line
            <mark key={index} className={`rounded-tick text-text ${mark}`}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
    </span>
  );
}
