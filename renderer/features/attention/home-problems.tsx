import type { ReactNode } from 'react';
import type { AttentionItem } from '../../../preload/ipc/shapes/status.ts';
import { rowKeys } from '../../components/collection/row-keys.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { hrefOf } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import { HeldRow } from './held-decision.tsx';
import { MoreRow, ProblemRow } from './problem-list.tsx';
import { keyOfProblem, useHeld } from './use-attention.ts';

/** Number of problems shown; a link leads to the others. */
const FEW = 5;

/** Below Home's headline: the first problems, then one row per held batch. */
export function HomeProblems({ items, total }: { items: readonly AttentionItem[]; total: number }): ReactNode {
  const held = useHeld().data ?? [];
  const problems = items.filter(({ code }) => code !== 'held_by_guard').slice(0, FEW);
  const hidden = total - held.length - problems.length;
  return (
    <ul aria-label={texts.home.attention} ref={rowKeys} className="divide-y divide-line">
      {problems.map((item) => (
        <ProblemRow key={keyOfProblem(item)} item={item} />
      ))}
      {held.map((batch) => (
        <HeldRow key={batch.id} batch={batch} toggle={showFiles} />
      ))}
      <MoreRow count={hidden} />
    </ul>
  );
}

const showFiles: ReactNode = (
  <LinkButton kind="ghost" href={hrefOf('attention')}>
    {texts.attention.showList}
  </LinkButton>
);
