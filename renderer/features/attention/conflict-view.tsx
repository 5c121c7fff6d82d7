import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, GitCompare } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { ConflictDetail } from '../../../preload/ipc/shapes/attention.ts';
import { windowChoices } from '../../../preload/ipc/shapes/window-choices.ts';
import { Button } from '../../components/controls/button.tsx';
import type { ButtonKind } from '../../components/controls/button-look.ts';
import { SwitchGroup } from '../../components/controls/choices/switch-group.tsx';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { ErrorState, Skeleton } from '../../components/feedback/page-state.tsx';
import { StateChip } from '../../components/feedback/state-chip.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { fileType } from '../../parts/files/file-type.ts';
import { useAnswer } from '../../state/bridge/actions.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { useIsNarrow } from '../../state/hooks/use-is-narrow.ts';
import { baseName } from '../../state/items/base-name.ts';
import { useKeptChoice } from '../../state/preferences/kept-choice.ts';
import { texts } from '../../texts/texts.ts';
import { type ComparedRow, comparedRows, haveOtherLineEnds, inlineLines } from './compared-lines.ts';
import { useConflicts } from './conflict-list.tsx';
import { undoDecision, useDecision } from './use-decision.ts';
import { useOtherAuthor } from './use-other-author.ts';
import { InlineCard, VersionCard } from './version-card.tsx';

type Choice = ConflictDetail['choices'][number];

/** Both versions side by side or as one text, and the decision. It carries the displayed state, so that it never applies to a newer version. */
export function ConflictView({ id }: { id: number }): ReactNode {
  const detail = useAnswer('conflict.get', { id });
  // A repeat that fails keeps both versions, unless the conflict is gone.
  const isRefused = detail.isLoadingError || detail.error?.code === 'not_found';
  const conflict = isRefused ? undefined : detail.data;
  return (
    <div className="flex flex-col px-4 pb-6 md:px-8 gap-4 [&>.page-header]:-mb-4">
      {conflict === undefined && <PageHeader title={<Back />} />}
      {detail.isPending && <Skeleton className="h-64" />}
      {isRefused && detail.error !== null && (
        <ErrorState
          sentence={detail.error.message}
          remedy={detail.error.remedy}
          onRetry={() => {
            void detail.refetch();
          }}
        />
      )}
      {conflict !== undefined && <Versions conflict={conflict} onStale={() => void detail.refetch()} />}
    </div>
  );
}

/** Leads to the list. */
function Back(): ReactNode {
  return (
    <LinkButton kind="ghost" icon href={hrefOf('attention')} label={texts.attention.back} className="-ms-2">
      <ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />
    </LinkButton>
  );
}

function Title({ name }: { name: string }): ReactNode {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Back />
      <h1 dir="auto" className="min-w-0 truncate font-semibold text-title" title={name}>
        {name}
      </h1>
      <StateChip tone="bad" icon={GitCompare} words={texts.files.rowStates.conflict} />
    </div>
  );
}

/** The open conflicts around one: its place among them, and the one before and after. */
function useNeighbours(id: number): { at: number; count: number; previous?: number; next?: number } {
  const { entries, total } = useConflicts({ isWhole: true });
  const ids = entries.map((conflict) => conflict.id);
  const at = ids.indexOf(id);
  const [previous, next] = at === -1 ? [] : [ids[at - 1], ids[at + 1]];
  return {
    at,
    count: Math.max(total ?? 0, ids.length),
    ...(previous !== undefined && { previous }),
    ...(next !== undefined && { next }),
  };
}

/** The place among the open conflicts, and the way to the one before and after; nothing if it is the only one. */
function Neighbours({ at, count, previous, next }: ReturnType<typeof useNeighbours>): ReactNode {
  if (at === -1 || count < 2) return null;
  const link = (to: number | undefined, label: string, icon: ReactNode): ReactNode =>
    to === undefined ? (
      <Button kind="ghost" icon isDisabled aria-label={label}>
        {icon}
      </Button>
    ) : (
      <LinkButton kind="ghost" icon href={hrefOf('attention', { conflict: String(to) })} label={label}>
        {icon}
      </LinkButton>
    );
  const { placeOf, previousConflict, nextConflict } = texts.attention;
  return (
    <nav aria-label={texts.attention.title} className="flex items-center gap-1">
      <span className="me-1 text-dim tabular-nums">{placeOf(at + 1, count)}</span>
      {link(previous, previousConflict, <ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />)}
      {link(next, nextConflict, <ChevronRight aria-hidden className="size-4 rtl:rotate-180" />)}
    </nav>
  );
}

function Versions({ conflict, onStale }: { conflict: ConflictDetail; onStale: () => void }): ReactNode {
  const { mine, theirs } = conflict;
  const other = useOtherAuthor(theirs);
  const name = baseName(conflict.path);
  const neighbours = useNeighbours(conflict.id);
  const resolve = useDecision('conflict.resolve', ({ batch }, { keep }) => ({
    sentence: keep === 'theirs' ? texts.attention.kept.theirs(name, other) : texts.attention.kept[keep](name),
    undo: (bridge) => undoDecision(bridge, batch),
  }));
  const decide = (keep: Choice): void =>
    resolve.mutate(
      { id: conflict.id, keep, seen: { mine: mine.sha1, theirs: theirs.sha1 } },
      {
        onSuccess: () => {
          const { next } = neighbours;
          window.location.hash = hrefOf('attention', next === undefined ? {} : { conflict: String(next) });
        },
        onError: onStale,
      },
    );
  const copyName = baseName(conflict.copyPath);
  const button = (choice: Choice, kind: ButtonKind = 'plain'): ReactNode =>
    conflict.choices.includes(choice) && (
      <Button
        kind={kind}
        isBusy={resolve.isPending || resolve.isSuccess}
        onPress={() => resolve.once(() => decide(choice))}
      >
        {choice === 'theirs' && other !== null ? texts.attention.keepVersionOf(other) : texts.attention.keep[choice]}
      </Button>
    );
  return (
    <>
      <PageHeader title={<Title name={name} />}>
        <Neighbours {...neighbours} />
      </PageHeader>
      <Comparison conflict={conflict} other={other} button={button} />
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
        <FileIcon type={conflict.itemKind === 'folder' ? 'folder' : fileType(name)} size={32} />
        <div className="min-w-0 flex-[1_1_14rem]">
          <p className="font-semibold">{texts.attention.sureOfNeither}</p>
          <p className="text-dense text-dim">
            {texts.attention.sureDetail(mine.isCopy ? 'mine' : 'theirs', copyName, other)}
          </p>
        </div>
        <span className="text-dim text-small">{texts.attention.undoHint}</span>
        {button('both', 'primary')}
      </Card>
      <ErrorMessage error={resolve.error} />
    </>
  );
}

/** Both versions with what differs, in the chosen layout. */
function Comparison({
  conflict: { sentence, itemKind, mine, theirs, mineShown, theirsShown },
  other,
  button,
}: {
  conflict: ConflictDetail;
  other: string | null;
  button: (choice: Choice) => ReactNode;
}): ReactNode {
  const [chosen, setLayout] = useKeptChoice('comparison');
  const isNarrow = useIsNarrow();
  // A narrow window has no room for two versions beside each other.
  const layout = isNarrow ? 'inline' : chosen;
  const [ours, others] = [mineShown.text, theirsShown.text];
  const rows = useMemo(() => (ours === null || others === null ? null : comparedRows(ours, others)), [ours, others]);
  const hasOtherLineEnds = ours !== null && others !== null && haveOtherLineEnds(ours, others);
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <p className="min-w-0 flex-[1_1_16rem] text-dim">
          {other !== null && itemKind === 'file' ? texts.attention.bothChanged(other) : sentence}
          {hasOtherLineEnds && ` ${texts.attention.otherLineEnds}`}
        </p>
        {rows !== null && (
          <>
            <ChangeSteps key={layout} rows={rows} />
            {!isNarrow && (
              <SwitchGroup
                label={texts.attention.layout}
                options={windowChoices.comparison.map((id) => ({ id, label: texts.attention.layouts[id] }))}
                value={layout}
                onChange={setLayout}
              />
            )}
          </>
        )}
      </div>
      {rows !== null && layout === 'inline' ? (
        <InlineCard
          mine={{ version: mine, action: button('mine') }}
          theirs={{ version: theirs, action: button('theirs') }}
          lines={inlineLines(rows)}
          isCut={mineShown.isCut || theirsShown.isCut}
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
          <VersionCard version={mine} shown={mineShown} rows={rows} side="mine" action={button('mine')} />
          <VersionCard version={theirs} shown={theirsShown} rows={rows} side="theirs" action={button('theirs')} />
        </div>
      )}
    </>
  );
}

/** Number of differences, and buttons to move between them in each shown text. */
function ChangeSteps({ rows }: { rows: readonly ComparedRow[] }): ReactNode {
  const count = rows.reduce((most, { change }) => Math.max(most, change === null ? 0 : change + 1), 0);
  const [at, setAt] = useState(-1);
  const go = (next: number): void => {
    setAt(next);
    for (const text of document.querySelectorAll('#window-page pre')) {
      text.querySelector(`[data-change="${next}"]`)?.scrollIntoView({ block: 'nearest' });
    }
  };
  return (
    <span className="flex items-center gap-2">
      <span className="text-dim">{texts.attention.changes(count)}</span>
      <Button
        kind="ghost"
        icon
        aria-label={texts.attention.previousChange}
        isDisabled={at <= 0}
        onPress={() => go(at - 1)}
      >
        <ArrowUp aria-hidden className="size-4" />
      </Button>
      <Button
        kind="ghost"
        icon
        aria-label={texts.attention.nextChange}
        isDisabled={at >= count - 1}
        onPress={() => go(at + 1)}
      >
        <ArrowDown aria-hidden className="size-4" />
      </Button>
    </span>
  );
}
