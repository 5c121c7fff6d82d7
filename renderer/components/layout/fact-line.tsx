import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

/**
 * Short facts in one muted line; absent ones are omitted. Each has its own text direction, so that a right-to-left name does not reorder the sizes
 * and times next to it.
 */
export function FactLine({
  facts,
  size = 'small',
  isCut = false,
}: {
  facts: readonly (string | null)[];
  size?: 'small' | 'dense';
  /** A single line that drops whatever does not fit. */
  isCut?: boolean;
}): ReactNode {
  const known = facts.filter((fact) => fact !== null && fact !== '');
  return (
    <p className={classNames('text-dim', sizes[size], isCut && 'truncate')}>
      {known.map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && ' · '}
          <bdi>{fact}</bdi>
        </Fragment>
      ))}
    </p>
  );
}

const sizes = { small: 'text-small', dense: 'text-dense' } as const;
