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
import type { ComparedLine, ComparedRow, InlineLine } from './compared-lines.ts';

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
  return (
    <Card className="flex min-w-0 flex-col overflow-hidden">
      <div className="border-line border-b">
        <VersionHead version={version} side={side} action={action} />
      </div>
      <Content shown={shown} rows={rows} side={side} />
    </Card>
  );
}

type HeadProps = {
  readonly version: Version;
  readonly side: Side;
  /** The button that chooses this version; null: not a choice. */
  readonly action: ReactNode;
  /** True if its lines are among those of the other version: says how they are marked. */
  readonly isMarked?: boolean;
};

function VersionHead({ version, side, action, isMarked = false }: HeadProps): ReactNode {
  const nowMs = useNow(60_000);
  const me = useStatus(({ account }) => account.user);
  const theirs = version.byId === null ? null : { id: version.byId, name: version.by ?? '' };
  const person = side === 'mine' ? me : theirs;
  const about = [
    person === null || side === 'mine' ? version.by : null,
    version.sizeBytes === null ? null : formatBytes(version.sizeBytes),
    version.modifiedAtMs === null ? null : formatMoment(version.modifiedAtMs, nowMs),
  ];
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3">
      <Avatar id={person?.id ?? ''} name={person?.name ?? version.by ?? texts.attention.whose[side]} size={36} />
      <div className="min-w-0 flex-[1_1_10rem]">
        <h2 className="flex items-center gap-2 font-semibold">
          {side === 'theirs' && theirs !== null ? texts.attention.versionOf(theirs.name) : texts.attention.whose[side]}
          {isMarked && (
            <span aria-hidden className={classNames('grid size-5 place-items-center rounded-tick', looks[side].line)}>
              <Dot side={side} />
            </span>
          )}
        </h2>
        <FactLine facts={about} />
      </div>
      {action}
    </div>
  );
}

/** Marks a line of a version, without relying on colour: a disc, or a ring for the other side. */
const Dot = ({ side }: { side: Side }): ReactNode => (
  <span
    aria-hidden
    className={classNames('size-2 rounded-full border-2 border-current', side === 'mine' && 'bg-current')}
  />
);

/** Both versions as one text: their lines above each other where they differ. */
export function InlineCard({
  mine,
  theirs,
  lines,
  isCut,
}: {
  mine: Pick<HeadProps, 'version' | 'action'>;
  theirs: Pick<HeadProps, 'version' | 'action'>;
  lines: readonly InlineLine[];
  isCut: boolean;
}): ReactNode {
  return (
    <Card className="flex min-w-0 flex-col overflow-hidden">
      <div className="grid grid-cols-[minmax(0,1fr)] border-line border-b md:grid-cols-2">
        <VersionHead {...mine} side="mine" isMarked />
        <VersionHead {...theirs} side="theirs" isMarked />
      </div>
      <Text label={texts.attention.textOfBoth} isCut={isCut}>
        {lines.map((line, index) => (
          // The lines are those of two fixed texts: they never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <InlineRow key={index} line={line} />
        ))}
      </Text>
    </Card>
  );
}

function InlineRow({ line: { side, numbers, stretches, change } }: { line: InlineLine }): ReactNode {
  return (
    <span
      className={classNames(
        // In a narrow window its lines wrap.
        'grid grid-cols-[2.75rem_2.75rem_1.25rem_auto] pe-4 max-sm:grid-cols-[2.25rem_2.25rem_1.25rem_minmax(0,1fr)] max-sm:whitespace-pre-wrap max-sm:wrap-anywhere sm:min-w-max',
        side !== null && looks[side].line,
      )}
      {...(change === null ? {} : { 'data-change': change })}
    >
      <LineNumber number={numbers.mine} />
      <LineNumber number={numbers.theirs} />
      <span className="grid h-6 place-items-center">{side !== null && <Dot side={side} />}</span>
      <span>
        {side !== null && <span className="sr-only">{`${texts.attention.whose[side]}: `}</span>}
        <Stretches stretches={stretches} mark={looks[side ?? 'mine'].mark} />
      </span>
    </span>
  );
}

const LineNumber = ({ number }: { number: number | null }): ReactNode => (
  <span aria-hidden className="border-line border-e pe-2 text-end text-dim max-sm:pe-1.5">
    {number}
  </span>
);

/** A scrollable text, reachable with the keyboard (WCAG 2.1.1). */
const Text = ({ label, isCut, children }: { label: string; isCut: boolean; children: ReactNode }): ReactNode => (
  <>
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      aria-label={label}
      className="max-h-[60vh] overflow-auto py-2 font-mono text-small leading-6"
    >
      {children}
    </pre>
    {isCut && <p className="px-4 pb-3 text-dim text-small">{texts.attention.goesOn}</p>}
  </>
);

function Content({ shown, rows, side }: { shown: Shown; rows: readonly ComparedRow[] | null; side: Side }): ReactNode {
  if (shown.preview !== null) {
    return <img src={shown.preview} alt={texts.attention.whose[side]} className="max-h-96 object-contain p-4" />;
  }
  if (rows === null) return <p className="p-4 text-dim">{texts.attention.notShown}</p>;
  return (
    <Text label={texts.attention.textOf[side]} isCut={shown.isCut}>
      {rows.map((row, index) => (
        // The rows are those of two fixed texts: they never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <Line key={index} line={row[side]} change={row.change} side={side} />
      ))}
    </Text>
  );
}

const looks = {
  mine: { line: 'bg-accent-bg', mark: 'bg-yours-mark' },
  theirs: { line: 'bg-theirs-bg', mark: 'bg-theirs-mark' },
} as const;

/** A numbered line; a dot marks a difference without relying on colour. A line that exists only on the other side leaves a gap. */
function Line({
  line,
  change,
  side,
}: {
  line: ComparedLine | null;
  change: ComparedRow['change'];
  side: Side;
}): ReactNode {
  const data = change === null ? {} : { 'data-change': change };
  if (line === null) return <span className="hatched block h-6" {...data} />;
  const { line: ground, mark } = looks[side];
  return (
    <span
      className={classNames('grid min-w-max grid-cols-[2.75rem_1.25rem_auto] pe-4', change !== null && ground)}
      {...data}
    >
      <LineNumber number={line.number} />
      <span className="grid h-6 place-items-center">{change !== null && <Dot side="mine" />}</span>
      <span>
        <Stretches stretches={line.stretches} mark={mark} />
      </span>
    </span>
  );
}

function Stretches({ stretches, mark }: { stretches: ComparedLine['stretches']; mark: string }): ReactNode {
  return stretches.map(({ text, isOwn }, index) =>
    isOwn ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a fixed line
      <mark key={index} className={`rounded-tick text-text ${mark}`}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
