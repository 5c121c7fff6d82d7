import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode | null];

/** A list of names and values; null values are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-dense">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-dim">{name}</dt>
            <dd className="min-w-0 [&_time]:text-text">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
