import { commentsPlace } from '../../../../preload/ipc/shapes/desktop.ts';
import type { Naming } from '../../ports/remote/naming.ts';
import type { Notice } from './invitation-notice.ts';

/** Longer texts are cut: a notification shows a few lines. */
const MOST_CHARACTERS = 200;

/** Leads to the file, with its comments and tasks open. */
export function mentionNotice(
  { id, what, by, text }: Naming,
  file: { readonly id: string; readonly name: string },
): Notice {
  const characters = [...text];
  const cut = characters.length > MOST_CHARACTERS;
  return {
    id: `mention ${id}`,
    kind: 'mention',
    title: { code: 'mention', args: { from: by.name, item: file.name, what } },
    body: cut ? `${characters.slice(0, MOST_CHARACTERS).join('').trimEnd()}…` : text,
    invitation: null,
    place: commentsPlace(file.id),
    by,
  };
}
