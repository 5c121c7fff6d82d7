import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';

export type FileRequest = ServiceAnswer<'getFileRequest'>;
export type ShownState = 'all' | 'active' | 'inactive';

/** Requests in this state whose title or folder contains the word. */
export function shownRequests(
  requests: readonly FileRequest[],
  word: string,
  state: ShownState,
): readonly FileRequest[] {
  const wanted = word.trim().toLocaleLowerCase();
  return requests.filter(
    ({ title = '', folder, status = 'active' }) =>
      (state === 'all' || status === state) && `${title}\n${folder.name}`.toLocaleLowerCase().includes(wanted),
  );
}
