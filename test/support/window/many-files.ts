import { expect } from '@playwright/test';
import type { FakeBridge } from './fake-bridge.ts';
import { folderOf, listedFile } from './folder-answers.ts';

/** Five parts: enough to tell one request from all of them. The cost does not depend on the length. */
const ROWS = 5_000;
export const PAGE_SIZE = 1_000;

const inRoot = { type: 'folder', id: '11', name: 'Documents', sequence_id: null, etag: null };
const fileAt = (index: number) =>
  listedFile(String(index), `file ${String(index).padStart(6, '0')}.txt`, { parent: inRoot } as never);

/** The synced folder with many files, listed by marker as the service does. */
export function answerManyFiles(bridge: FakeBridge, count = ROWS): void {
  const files = Array.from({ length: count }, (_, index) => fileAt(index));
  bridge.answer(folderOf([]));
  bridge.answer({
    service: {
      getFolder: () =>
        ({
          ...inRoot,
          path_collection: { total_count: 1, entries: [{ type: 'folder', id: '0', name: 'All files' }] },
          item_collection: { total_count: count, entries: [] },
        }) as never,
      listFolderItems: ({ query }) => {
        const start = Number(query?.marker ?? 0);
        const next = start + PAGE_SIZE;
        const entries = files.slice(start, next);
        return { entries, limit: PAGE_SIZE, next_marker: next < count ? String(next) : null } as never;
      },
      getFile: ({ params }) => files[Number(params.file_id)] as never,
      updateFile: ({ params, body }) => {
        const index = Number(params.file_id);
        files[index] = { ...fileAt(index), name: body?.name ?? '', etag: '2' };
        return files[index] as never;
      },
    },
  });
}

export const serviceCalls = ({ asked }: FakeBridge): readonly string[] =>
  asked.map(({ name }) => name).filter((name) => !name.includes('.'));

/** The details of the chosen file: its versions, comments and people. */
export async function detailsAreAskedFor({ asked }: FakeBridge, fileId: string): Promise<void> {
  const names = () =>
    asked
      .filter(({ request }) => (request as { params?: { file_id?: string } } | null)?.params?.file_id === fileId)
      .map(({ name }) => name);
  const wanted = ['getFile', 'listComments', 'listFileCollaborations', 'listVersions'];
  await expect.poll(() => [...new Set(names())].toSorted()).toEqual(wanted);
}
