import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

/**
 * Short facts in one quiet line; absent ones are left out. Each has its own direction of writing: a name or a path from right to left
 * takes neither the sizes nor the times beside it along.
 */
export function FactLine({
  facts,
  isCut = false,
}: {
  facts: readonly (string | null)[];
  /** On one line only, whatever does not fit is left out. */
  isCut?: boolean;
}): ReactNode {
  const known = facts.filter((fact) => fact !== null && fact !== '');
  return (
    <p className={classNames('text-dim text-small', isCut && 'truncate')}>
      {known.map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && ' · '}
          <bdi>{fact}</bdi>
        </Fragment>
      ))}
    </p>
  );
}
