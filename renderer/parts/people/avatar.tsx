import { type ReactNode, useState } from 'react';
import { classNames } from '../../components/layout/class-names.ts';
import { initialsOf, personColour } from './person-colour.ts';

export type AvatarSize = 20 | 28 | 36 | 48;

const sizes: Readonly<Record<AvatarSize, string>> = {
  20: 'size-5 text-[0.5625rem]',
  28: 'size-7 text-badge',
  36: 'size-9 text-dense',
  48: 'size-12 text-heading',
};

/** A person in a circle: the stored picture, else initials on one of eight colours. The name stands beside it, so it is drawn only. */
export function Avatar({
  id,
  name,
  picture = null,
  size = 28,
}: {
  id: string;
  name: string;
  /** Where the stored picture lies; null: the person has none. */
  picture?: string | null;
  size?: AvatarSize;
}): ReactNode {
  const [failed, setFailed] = useState<string | null>(null);
  const look = classNames(
    'inline-grid shrink-0 select-none place-items-center rounded-full font-semibold leading-none',
    sizes[size],
  );
  if (picture !== null && picture !== failed) {
    return (
      <img
        src={picture}
        alt=""
        title={name}
        className={`${look} object-cover`}
        // A picture that can't be read gives way to the initials.
        onError={() => setFailed(picture)}
      />
    );
  }
  return (
    <span aria-hidden title={name} className={classNames(look, 'text-on-person', personColour(id))}>
      {initialsOf(name)}
    </span>
  );
}
