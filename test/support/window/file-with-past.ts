import type { Answers } from './fake-bridge.ts';
import { now } from './status-states.ts';
import { people } from './studio/people.ts';

/** A time before now, as the service writes it. */
export const at = (minutesAgo: number): string => new Date(now - minutesAgo * 60_000).toISOString();
/** A list of the service with all its entries. */
export const list = (...entries: object[]) =>
  ({ entries, total_count: entries.length, limit: 100, next_marker: null }) as never;

/** A file with a past: its versions, a comment, an invitation, and a rename that this computer saw. */
export const past: Answers = {
  'activity.list': ({ path }) => ({
    entries:
      path === '1'
        ? [
            {
              id: 9,
              batch: 9,
              atMs: now - 50 * 60_000,
              rootId: 1,
              kind: 'move-remote',
              side: 'remote',
              path: '1',
              fromPath: 'agreement-final.pdf',
              itemKind: 'file',
              bytes: 0,
              sentence: '',
              rule: 'P2',
              by: people.bob,
              undo: 'never',
            },
          ]
        : [],
    more: false,
  }),
  service: {
    getFile: ({ params }) =>
      ({
        type: 'file',
        id: params.file_id,
        version_number: '3',
        size: 2_100_000,
        created_at: at(80),
        created_by: people.bob,
        modified_at: at(4),
        modified_by: people.ann,
        owned_by: people.ann,
      }) as never,
    listVersions: () =>
      list(
        {
          type: 'file_version',
          id: '2',
          version_number: '2',
          size: 2_000_000,
          modified_at: at(70),
          modified_by: people.bob,
        },
        {
          type: 'file_version',
          id: '1',
          version_number: '1',
          size: 1_900_000,
          modified_at: at(80),
          modified_by: people.bob,
        },
      ),
    listComments: () =>
      list({ type: 'comment', id: '1', message: 'Clause 4', created_by: people.carol, created_at: at(20) }),
    listTasks: () => list(),
    listFileCollaborations: () =>
      list({
        type: 'collaboration',
        id: '1',
        role: 'viewer',
        status: 'accepted',
        accessible_by: people.dev,
        created_by: people.bob,
        created_at: at(60),
      }),
  },
};
