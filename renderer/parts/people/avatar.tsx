import { memo, type ReactNode, useState } from 'react';
import { classNames } from '../../components/layout/class-names.ts';
import { initialsOf, personColour } from './person-colour.ts';

export type AvatarSize = 20 | 28 | 36 | 48;

const sizes: Readonly<Record<AvatarSize, string>> = {
  20: 'size-5 text-[0.5625rem]',
  28: 'size-7 text-badge',
  36: 'size-9 text-dense',
  48: 'size-12 text-heading',
};

/** A round avatar: the stored picture, or initials on one of eight colours. Decorative if the name is next to it. */
export const Avatar = memo(function Avatar({
  id,
  name,
  picture = null,
  size = 28,
  isNamed = false,
}: {
  id: string;
  name: string;
  /** URL of the stored picture; null: none. */
  picture?: string | null;
  size?: AvatarSize;
  /** The name is nowhere else. */
  isNamed?: boolean;
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
        alt={isNamed ? name : ''}
        title={name}
        className={`${look} object-cover`}
        // Fall back to the initials if the picture cannot be loaded.
        onError={() => setFailed(picture)}
      />
    );
  }
  return (
    <span
      {...(isNamed ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
      title={name}
      className={classNames(look, 'text-on-person', personColour(id))}
    >
      {initialsOf(name)}
    </span>
  );
});
