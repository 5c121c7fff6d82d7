import type { ReactNode } from 'react';
import { Avatar } from './avatar.tsx';

/** A person in a cell: a small avatar and the name. */
export function Person({ person }: { person: { readonly id: string; readonly name?: string } | undefined }): ReactNode {
  if (person === undefined) return '–';
  const { id, name = '' } = person;
  return (
    <>
      <Avatar id={id} name={name} size={20} />
      <span dir="auto" className="truncate" title={name}>
        {name}
      </span>
    </>
  );
}
