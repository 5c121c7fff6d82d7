import { diffLines } from 'diff';
import { type ReactNode, useMemo } from 'react';
import type { ConflictDetail } from '../../../preload/ipc/attention.ts';
import { Card } from '../../components/card.tsx';
import { FactLine } from '../../components/fact-line.tsx';
import { useNow } from '../../state/now.ts';
import { classNames } from '../../style/class-names.ts';
import { formatBytes, formatMoment } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';

type Version = ConflictDetail['mine'];
type Shown = ConflictDetail['mineShown'];

/** One of two versions: whose it is, how large, when, and its text with what differs marked, or its picture. */
export function VersionCard({
  version,
  shown,
  other,
  kind,
}: {
  version: Version;
  shown: Shown;
  other: Shown;
  kind: 'mine' | 'theirs';
}): ReactNode {
  const nowMs = useNow(60_000);
  const about = [
    version.by,
    version.sizeBytes === null ? null : formatBytes(version.sizeBytes),
    version.modifiedAtMs === null ? null : formatMoment(version.modifiedAtMs, nowMs),
  ];
  return (
    <Card className="flex min-w-0 flex-col gap-3 p-4">
      <div>
        <h2 className="font-semibold">{texts.attention.whose[kind]}</h2>
        <FactLine facts={about} />
        <p className="text-dim text-small">
          {version.isCopy ? texts.attention.isCopy(version.path ?? '') : texts.attention.hasName}
        </p>
      </div>
      <Content shown={shown} other={other} kind={kind} />
    </Card>
  );
}

function Content({ shown, other, kind }: { shown: Shown; other: Shown; kind: 'mine' | 'theirs' }): ReactNode {
  if (shown.preview !== null) {
    return <img src={shown.preview} alt={texts.attention.whose[kind]} className="max-h-96 max-w-full object-contain" />;
  }
  if (shown.text === null) return <p className="text-dim">{texts.attention.notShown}</p>;
  return (
    <>
      <Lines text={shown.text} other={other.text ?? ''} kind={kind} />
      {shown.isCut && <p className="text-dim text-small">{texts.attention.goesOn}</p>}
    </>
  );
}

/** The lines that the other version does not have are marked, by colour and by a sign before them. */
function Lines({ text, other, kind }: { text: string; other: string; kind: 'mine' | 'theirs' }): ReactNode {
  const parts = useMemo(() => diffLines(other, text).filter((part) => !part.removed), [text, other]);
  const lines = parts
    .flatMap((part) => linesOf(part.value).map((line) => ({ line, isOwn: part.added })))
    .map((entry, index) => ({ ...entry, number: index + 1 }));
  return (
    // What scrolls has to be reachable by the keyboard (WCAG 2.1.1).
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      aria-label={texts.attention.textOf[kind]}
      className="max-h-96 overflow-auto rounded-control border border-line p-2 font-mono text-dense"
    >
      {lines.map(({ line, number, isOwn }) => (
        <span key={number} className={classNames('block', isOwn && (kind === 'mine' ? 'bg-ok-bg' : 'bg-bad-bg'))}>
          {`${isOwn ? '▌ ' : '  '}${line}`}
        </span>
      ))}
    </pre>
  );
}

const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n');
