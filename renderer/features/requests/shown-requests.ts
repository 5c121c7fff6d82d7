import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';

export type FileRequest = ServiceAnswer<'getFileRequest'>;
export const shownStates = ['all', 'active', 'inactive'] as const;
export type ShownState = (typeof shownStates)[number];

/** True for a request in this state whose title or folder contains the word. */
export function isShown(request: FileRequest, word: string, state: ShownState): boolean {
  const { title = '', folder, status = 'active' } = request;
  const wanted = word.trim().toLocaleLowerCase();
  return (state === 'all' || status === state) && `${title}\n${folder.name}`.toLocaleLowerCase().includes(wanted);
}
