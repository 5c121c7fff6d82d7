import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../../components/layout/class-names.ts';
import { Avatar } from '../../../../parts/people/avatar.tsx';
import type { Collaboration } from '../../../../state/items/collaborations.ts';
import { nameOf } from './item-people.ts';

const sizes = { 28: 'size-7', 36: 'size-9' } as const;

/** The avatar of a person with access; a group has no initials. */
export function CollaboratorMark({ collaboration, size }: { collaboration: Collaboration; size: 28 | 36 }): ReactNode {
  const { id, accessible_by: by } = collaboration;
  if (by?.type !== 'group') return <Avatar id={by?.id ?? id} name={nameOf(collaboration)} size={size} />;
  return (
    <span
      aria-hidden
      className={classNames('grid shrink-0 place-items-center rounded-full bg-person-8 text-on-person', sizes[size])}
    >
      <Users className="size-4" strokeWidth={1.75} />
    </span>
  );
}
